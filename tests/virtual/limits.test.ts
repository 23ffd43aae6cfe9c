// The topics of a folder share one isolate, because each of them loads every command.
import './limits/dedicated-keys.ts';
import './limits/judge.ts';
import './limits/key.ts';
import './limits/mishap.ts';
import './limits/removed-operation.ts';
import './limits/set-up.ts';
import './limits/sustain.ts';
import './limits/usage.ts';
