// The topics of a folder share one isolate, because each of them loads every command.
import './load/capacity.ts';
import './load/dedicated-keys.ts';
import './load/limiters.ts';
import './load/quota.ts';
import './load/sustain.ts';
