/**
 * Loaded first into every process of an n8n whose time tests move: `Date` is ahead by the milliseconds that a file has. Timers are not.
 * Plain JavaScript: it is loaded by Node itself.
 */
const { readFileSync } = require('node:fs');

const Real = Date;
const realNow = Real.now;
const file = process.env.TEST_CLOCK_FILE ?? '';
let ahead = 0;
let readAt = 0;

const now = () => {
	const real = realNow();
	if (real - readAt > 20) {
		readAt = real;
		ahead = Number(readFileSync(file, 'utf8'));
	}
	return real + ahead;
};

function Moved(...given) {
	if (new.target === undefined) return new Real(now()).toString();
	const as = new.target === Moved ? Real : new.target;
	return Reflect.construct(Real, given.length === 0 ? [now()] : given, as);
}
Moved.prototype = Real.prototype;
globalThis.Date = Object.assign(Moved, { UTC: Real.UTC, parse: Real.parse, now });
