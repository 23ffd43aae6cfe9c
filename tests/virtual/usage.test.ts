// The topics of a folder share one isolate, because each of them loads every command.
import './usage/configuration.ts';
import './usage/help.ts';
import './usage/keys.ts';
import './usage/mistakes.ts';
import './usage/target-keys.ts';
