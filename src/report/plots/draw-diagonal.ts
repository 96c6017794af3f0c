/** Where are both axes equal? */
import type { AxisScale } from "./axis-scale.ts";
import { coordinate } from "./coordinate.ts";

/** The scales have the same domain. */
export function drawDiagonal(x: AxisScale, y: AxisScale): string {
  const [x0 = 0, x1 = 0] = x.range();
  const [y0 = 0, y1 = 0] = y.range();
  return `<path class="plot-diagonal" fill="none" stroke-dasharray="4 4" d="M${coordinate(x0)} ${coordinate(y0)}L${coordinate(x1)} ${coordinate(y1)}"/>`;
}
