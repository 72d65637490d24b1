package dev.punctual.jdbc;

import dev.punctual.TaskStateMachine;

/** What every part of a store works with. */
record Base(
        OwnTransactions session, Statements sql, Plans plans, PartitionTable partitions, TaskStateMachine machine) {}
