/** What takes up room in a row of a graph: a step, or the lane on which links pass between steps. */
export interface GraphCell {
  /** The step; null: a lane. */
  id: string | null;
  width: number;
  /** Where its middle lies. */
  x: number;
  above: GraphCell[];
  below: GraphCell[];
}
