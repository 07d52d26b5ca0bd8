// What screen readers are told of a cell: lasers and points at its sides, and
// whether light goes through.
import type { Place, Scene } from '../../lib/types';

const ways: Record<string, string> = { se: 'down right', sw: 'down left', ne: 'up right', nw: 'up left' };

function side(dx: number, dy: number): string | null {
  if (dy === 0.5 && dx === 0) return 'left';
  if (dy === 0.5 && dx === 1) return 'right';
  if (dx === 0.5 && dy === 0) return 'upper';
  if (dx === 0.5 && dy === 1) return 'lower';
  return null;
}

export function around(scene: Scene, cell: Place): string[] {
  const told: string[] = [];
  for (const mark of scene.places) {
    const where = side(mark.x - cell.x, mark.y - cell.y);
    if (!where || (mark.kind !== 'laser' && mark.kind !== 'point')) continue;
    const what = mark.kind === 'laser' ? `${mark.says} shining ${ways[mark.face]}` : mark.says;
    told.push(`${what}, at its ${where} side`);
  }
  const crossed = scene.lines.some(({ points }) =>
    points.some(([x, y], index) => {
      const [px, py] = points[index - 1] ?? [NaN, NaN];
      return Math.floor((x + px) / 2) === cell.x && Math.floor((y + py) / 2) === cell.y;
    }),
  );
  return crossed ? [...told, 'light goes through'] : told;
}
