package dev.punctual.cli;

import dev.punctual.cli.DemoOrder.Part;
import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.BatchAnswer;
import dev.punctual.httpapi.BatchRequest;
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
import org.jspecify.annotations.Nullable;

/**
 * The script of the demo: what happens in which order. The server is a real one in a process of its own; the shop that
 * gets the deliveries is in this process.
 *
 * <p>Not thread-safe; the script of the shop runs on the shop's threads and touches only what is thread-safe.
 */
final class Demo {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
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
    private volatile DemoVerdict.@Nullable Outage outage;
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
        } catch (DemoFailure | CommandFailure | IOException e) {
            return failed(e);
        } finally {
            closeAll();
        }
    }

    private int failed(Exception failure) throws InterruptedException {
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
        Instant started = shell.time().instant();
        story.intro();
        shop.open(this::answer);
        server.start();
        story.started(
                server, shop.address(), Duration.between(started, shell.time().instant()));
        ServerConnection api = new ServerConnection(server.address());
        scheduleAll(api);
        await("for the first order to arrive", () -> !shop.deliveries().isEmpty());
        cancel(api, only(Part.PAID));
        DemoOrder failing = only(Part.FAILS);
        await("for " + failing.id() + " to be dead", () -> isIn(api, failing, "DEAD"));
        timeline.event(Colour.WARN, failing.id() + "  failed twice, which is all it may: a dead letter now");
        DemoVerdict.Outage down = killAndRestart();
        redrive(api, failing);
        await("for all orders to be done", () -> allDone(api));
        DemoVerdict verdict = new DemoVerdict(orders, planned, shop.deliveries(), shop.forgeries(), down);
        return story.checked(verdict.claims()).isEmpty();
    }

    private void scheduleAll(ServerConnection api) {
        Instant asked = shell.time().instant();
        BatchRequest batch = new BatchRequest(orders.stream().map(this::request).toList());
        BatchAnswer answer =
                api.send("POST", ApiPaths.BATCH, ApiJson.write(batch)).orFail().as(BatchAnswer.class);
        for (BatchAnswer.Item item : answer.results()) {
            if (item.id() == null || item.dueAt() == null || !"CREATED".equals(item.outcome())) {
                throw new DemoFailure("a task was not accepted: " + item);
            }
            planned.put(item.id(), item.dueAt());
        }
        DemoOrder first = orders.get(0);
        timeline.begin(planned.getOrDefault(first.id(), asked).minus(first.dueAfter()));
        story.placed(orders.size(), Duration.between(asked, shell.time().instant()));
        timeline.titles();
    }

    private ScheduleRequest request(DemoOrder order) {
        return ScheduleRequest.builder(DemoOrder.TYPE)
                .id(order.id())
                .delay(order.dueAfter().toString())
                .payload(order.payload())
                .retry(new RetrySettings(2, null, "1s", null, null))
                .deliverTo(DeliverTo.webhook(shop.address().toString()))
                .build();
    }

    private void cancel(ServerConnection api, DemoOrder paid) {
        TaskAnswer answer =
                api.send("DELETE", ApiPaths.task(paid.id()), null).orFail().as(TaskAnswer.class);
        if (!answer.outcome().equals("CANCELLED")) {
            throw new DemoFailure("cancelling " + paid.id() + " answered " + answer.outcome() + ", not CANCELLED.");
        }
        timeline.event(Colour.GOOD, paid.id() + "  is paid: its task is cancelled, and must never arrive");
    }

    private DemoVerdict.Outage killAndRestart() throws IOException, InterruptedException {
        String victim = only(Part.UNDER_WAY).id();
        await("for " + victim + " to arrive", () -> underWay.getCount() == 0);
        Thread.sleep(UNDER_WAY_MILLIS);
        long pid = server.pid();
        server.kill();
        Instant killedAt = shell.time().instant();
        outage = new DemoVerdict.Outage(killedAt, Instant.MAX);
        timeline.event(Colour.BAD, "kill -9 " + pid + ": no server, and the call for " + victim + " was under way");
        timeline.event(Colour.PLAIN, "starting it again on the same directory ...");
        killed.countDown();
        server.start();
        outage = new DemoVerdict.Outage(killedAt, shell.time().instant());
        double seconds = Duration.between(outage.from(), outage.to()).toMillis() / 1000.0;
        timeline.event(
                Colour.GOOD,
                String.format(Locale.ROOT, "the server is back as process %d after %.1f s", server.pid(), seconds));
        return outage;
    }

    private void redrive(ServerConnection api, DemoOrder dead) {
        mended = true;
        timeline.event(Colour.PLAIN, dead.id() + "  the shop's database is mended: redriving the dead letter");
        api.send("POST", ApiPaths.task(dead.id()) + ApiPaths.REDRIVE, null).orFail();
    }

    /** What the shop does with a delivery, and the status it answers. */
    private int answer(DemoDelivery delivery) {
        Part part = partOf(delivery.id());
        if (part == Part.FAILS && !mended) {
            timeline.arrival(
                    delivery, Colour.WARN, "attempt " + delivery.attempt() + ", the shop's database fails: 500");
            return 500;
        }
        if (part == Part.UNDER_WAY && killed.getCount() > 0) {
            timeline.arrival(delivery, Colour.PLAIN, "not paid; the shop takes its time to cancel it");
            underWay.countDown();
            awaitKill();
            return DemoShop.NO_ANSWER;
        }
        boolean delayed = outage != null && outage.delayed(delivery);
        String words = part == Part.UNDER_WAY
                ? "called again: the first call was never answered"
                : delayed ? "not paid, cancelled; late, as the server was down" : "not paid, cancelled";
        timeline.arrival(delivery, delayed || part == Part.UNDER_WAY ? Colour.WARN : Colour.GOOD, words);
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
