package dev.punctual.cli;

import dev.punctual.cli.DemoOrder.Part;
import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.DeliverTo;
import dev.punctual.httpapi.RetrySettings;
import dev.punctual.httpapi.ScheduleRequest;
import dev.punctual.httpapi.TaskAnswer;
import dev.punctual.httpapi.TaskView;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The script of the demo: what happens in which order. The server is a real one in a process of its own; the shop that
 * gets the deliveries is in this process.
 *
 * <p>Not thread-safe; the script of the shop runs on the shop's threads and touches only what is thread-safe.
 */
final class Demo {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 50;
    /** How long the shop is at the order that is under way before the server is killed. */
    private static final long UNDER_WAY_MILLIS = 300;

    private static final int SECRET_BYTES = 32;

    private final Shell shell;
    private final List<DemoOrder> orders = DemoOrder.dozen();
    private final DemoServer server;
    private final DemoShop shop;
    private final DemoTimeline timeline;
    private final DemoStory story;
    private final Map<String, Instant> planned = new HashMap<>();
    private final CountDownLatch underWay = new CountDownLatch(1);
    private final CountDownLatch killed = new CountDownLatch(1);
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile boolean mended;
    private volatile boolean ended;

    /**
     * Takes a directory and a port; nothing runs yet.
     *
     * @param launch the command that starts a server, without its flags
     */
    Demo(Shell shell, List<String> launch) throws IOException {
        byte[] key = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(key);
        this.shell = shell;
        this.server = new DemoServer(launch, "whsec_" + Base64.getEncoder().encodeToString(key));
        this.shop = new DemoShop(key, shell.time());
        this.timeline = new DemoTimeline(shell);
        this.story = new DemoStory(shell);
    }

    /** Plays the demo and returns the exit code; unless told to exit, it stays until it is interrupted. */
    int run(boolean exit) throws IOException, InterruptedException {
        Thread onInterrupt = new Thread(this::interrupted, "demo-stop");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try {
            boolean well = play();
            if (!exit) {
                story.tryNext(server.address(), shop.address(), server.directory());
                server.awaitEnd();
                throw new DemoFailure("the server has ended:\n" + server.tail());
            }
            return well ? ExitCode.OK : ExitCode.NO;
        } catch (DemoFailure | CommandFailure e) {
            return failed(e);
        } finally {
            closeAll();
        }
    }

    private int failed(RuntimeException failure) throws InterruptedException {
        // Ctrl-C reaches the server too, so its end may be noticed here a moment before our own is.
        if (!stopping.await(1, TimeUnit.SECONDS)) {
            shell.err().println(shell.paint(Colour.BAD, "The demo failed:") + " " + failure.getMessage());
        }
        return ExitCode.NO;
    }

    private void interrupted() {
        if (!ended) {
            stopping.countDown();
            closeAll();
            shell.out().println();
            shell.out().println("Stopped. The server is gone and " + server.directory() + " is removed.");
        }
    }

    private void closeAll() {
        ended = true;
        server.close();
        shop.close();
    }

    private boolean play() throws IOException, InterruptedException {
        story.intro();
        shop.open(this::answer);
        long started = System.nanoTime();
        server.start();
        story.started(server, shop.address(), Duration.ofNanos(System.nanoTime() - started));
        ServerConnection api = new ServerConnection(server.address());
        scheduleAll(api);
        DemoOrder paid = only(Part.PAID);
        DemoOrder failing = only(Part.FAILS);
        await("for " + failing.id() + " to be dead", () -> isIn(api, failing, "DEAD"));
        timeline.event(Colour.WARN, failing.id() + "  failed twice, all it may: now a dead letter");
        cancel(api, paid);
        DemoVerdict.Outage outage = killAndRestart();
        redrive(api, failing);
        await("for all orders to be done", () -> allDone(api));
        DemoVerdict verdict = new DemoVerdict(orders, planned, shop.deliveries(), shop.forgeries(), outage);
        return story.checked(verdict.claims()).isEmpty();
    }

    private void scheduleAll(ServerConnection api) {
        timeline.titles();
        timeline.begin();
        Instant zero = shell.time().instant();
        for (DemoOrder order : orders) {
            Instant due = zero.plus(order.dueAfter());
            ScheduleRequest request = ScheduleRequest.builder(DemoOrder.TYPE)
                    .id(order.id())
                    .dueAt(ApiJson.write(due))
                    .payload(order.payload())
                    .retry(new RetrySettings(2, null, "1s", null, null))
                    .deliverTo(DeliverTo.webhook(shop.address().toString()))
                    .build();
            Instant accepted = api.send("POST", ApiPaths.TASKS, ApiJson.write(request))
                    .orFail()
                    .as(TaskAnswer.class)
                    .dueAt();
            planned.put(order.id(), accepted == null ? due : accepted);
        }
        timeline.event(Colour.PLAIN, "12 orders placed: each is cancelled unless paid, 1 to 10 s from now");
    }

    private void cancel(ServerConnection api, DemoOrder paid) {
        TaskAnswer answer =
                api.send("DELETE", ApiPaths.task(paid.id()), null).orFail().as(TaskAnswer.class);
        if (!answer.outcome().equals("CANCELLED")) {
            throw new DemoFailure("cancelling " + paid.id() + " answered " + answer.outcome() + ", not CANCELLED.");
        }
        timeline.event(Colour.GOOD, paid.id() + "  is paid: its task is cancelled and must never arrive");
    }

    private DemoVerdict.Outage killAndRestart() throws IOException, InterruptedException {
        await("for " + only(Part.UNDER_WAY).id() + " to arrive", () -> underWay.getCount() == 0);
        Thread.sleep(UNDER_WAY_MILLIS);
        long pid = server.pid();
        server.kill();
        Instant killedAt = shell.time().instant();
        timeline.event(
                Colour.BAD,
                "kill -9 " + pid + ": the server is dead, "
                        + only(Part.UNDER_WAY).id() + " under way");
        killed.countDown();
        timeline.event(Colour.PLAIN, "starting it again on the same directory ...");
        server.start();
        Instant backAt = shell.time().instant();
        Duration down = Duration.between(killedAt, backAt);
        timeline.event(
                Colour.GOOD,
                String.format(
                        Locale.ROOT,
                        "the server is back (pid %d) after %.1f s",
                        server.pid(),
                        down.toMillis() / 1000.0));
        return new DemoVerdict.Outage(killedAt, backAt);
    }

    private void redrive(ServerConnection api, DemoOrder dead) {
        mended = true;
        api.send("POST", ApiPaths.task(dead.id()) + ApiPaths.REDRIVE, null).orFail();
        timeline.event(Colour.PLAIN, dead.id() + "  the shop's database is mended: redriven");
    }

    /** What the shop does with a delivery, and the status it answers. */
    private int answer(DemoDelivery delivery) {
        boolean again = shop.deliveries().stream()
                .anyMatch(other -> other != delivery && other.webhookId().equals(delivery.webhookId()));
        Part part = partOf(delivery.id());
        if (part == Part.FAILS && !mended) {
            timeline.arrival(
                    delivery, Colour.WARN, "attempt " + delivery.attempt() + ": the shop's database fails, 500");
            return 500;
        }
        if (part == Part.UNDER_WAY && !again) {
            timeline.arrival(delivery, Colour.PLAIN, "arrived, the shop is slow to answer");
            underWay.countDown();
            awaitKill();
            return DemoShop.NO_ANSWER;
        }
        if (part == Part.UNDER_WAY) {
            timeline.arrival(delivery, Colour.WARN, "again, it was under way at the kill");
            return 200;
        }
        timeline.arrival(delivery, Colour.GOOD, "cancelled");
        return 200;
    }

    private void awaitKill() {
        try {
            killed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Part partOf(String id) {
        return orders.stream()
                .filter(order -> order.id().equals(id))
                .map(DemoOrder::part)
                .findFirst()
                .orElse(Part.PLAIN);
    }

    private DemoOrder only(Part part) {
        return orders.stream().filter(order -> order.part() == part).findFirst().orElseThrow();
    }

    private boolean allDone(ServerConnection api) {
        return orders.stream()
                .allMatch(order -> isIn(api, order, order.part() == Part.PAID ? "CANCELLED" : "SUCCEEDED"));
    }

    private static boolean isIn(ServerConnection api, DemoOrder order, String state) {
        TaskView task = api.get(ApiPaths.task(order.id())).orFail().as(TaskView.class);
        return task.state().equals(state);
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new DemoFailure("waited " + PATIENCE.toSeconds() + " s in vain " + what + ".");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }
}
