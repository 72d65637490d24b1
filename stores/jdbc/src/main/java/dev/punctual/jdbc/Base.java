package dev.punctual.jdbc;

import dev.punctual.TaskStateMachine;

/** What every part of a store works with. */
record Base(OwnTransactions session, Statements sql, PartitionTable partitions, TaskStateMachine machine) {}
