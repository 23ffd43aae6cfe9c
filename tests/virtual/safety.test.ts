// The topics of a folder share one isolate, because each of them loads every command.
import './safety/budgets.ts';
import './safety/confirm.ts';
import './safety/dry-run.ts';
import './safety/environment.ts';
import './safety/guard.ts';
import './safety/read-only.ts';
