/** A scenario's clock: a wall date and time, and its offset from UTC. */
const form = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/;

/** The clock some seconds later, in the same zone. */
export function addSeconds(clock: string, seconds: number): string {
  const { wall, offset } = parts(clock);
  return `${write(wall + seconds * 1000)}${offset}`;
}

/** The same moment on the clock of another time zone. */
export function inOtherZone(clock: string): string {
  const { wall, offset } = parts(clock);
  // Far enough from the first that the day differs for half of all clocks.
  const target = minutesOf(offset) === -690 ? 630 : -690;
  return `${write(wall + (target - minutesOf(offset)) * 60_000)}${writeOffset(target)}`;
}

function parts(clock: string): { wall: number; offset: string } {
  const [, wall = "", offset = ""] = form.exec(clock) ?? [];
  return { wall: Date.parse(`${wall}Z`), offset };
}

function write(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19);
}

function minutesOf(offset: string): number {
  if (offset === "Z") return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return offset.startsWith("-") ? -minutes : minutes;
}

function writeOffset(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}
