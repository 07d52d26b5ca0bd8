// A path as a smooth line: its corners are rounded.
type Point = [number, number];

const round = 0.32;

export function curve(points: Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let text = `M${first[0]} ${first[1]}`;
  rest.forEach((at, index) => {
    const next = rest[index + 1];
    const before = points[index];
    if (next) text += `L${towards(at, before)}Q${at[0]} ${at[1]} ${towards(at, next)}`;
    else text += `L${at[0]} ${at[1]}`;
  });
  return rest.length ? text : `${text}h0`;
}

function towards(from: Point, to: Point): string {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const part = (axis: 0 | 1) => from[axis] + ((to[axis] - from[axis]) / long) * round;
  return `${part(0)} ${part(1)}`;
}
