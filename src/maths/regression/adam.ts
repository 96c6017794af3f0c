/**
 * Where do weights go, given the slopes so far?
 */

const [MEAN_DECAY, SQUARE_DECAY, EPSILON] = [0.9, 0.999, 1e-8];

/**
 * Adam with β 0.9 and 0.999, ε 1e-8.
 *
 * @param parameters  changed in place by each step
 * @param rate        length of a step where slopes agree, > 0
 * @returns a step: takes the gradient at the parameters, as long as they are. Cost O(parameters).
 *
 * Source: Kingma & Ba 2015 (ICLR), algorithm 1.
 */
export function adam(parameters: Float64Array, rate: number): (gradient: Float64Array) => void {
  const means = new Float64Array(parameters.length);
  const squares = new Float64Array(parameters.length);
  let [meanBias, squareBias] = [1, 1];
  return (gradient) => {
    meanBias *= MEAN_DECAY;
    squareBias *= SQUARE_DECAY;
    for (let at = 0; at < parameters.length; at++) {
      const slope = gradient[at] as number;
      const mean = MEAN_DECAY * (means[at] as number) + (1 - MEAN_DECAY) * slope;
      const square = SQUARE_DECAY * (squares[at] as number) + (1 - SQUARE_DECAY) * slope * slope;
      means[at] = mean;
      squares[at] = square;
      const step = (rate * (mean / (1 - meanBias))) / (Math.sqrt(square / (1 - squareBias)) + EPSILON);
      parameters[at] = (parameters[at] as number) - step;
    }
  };
}
