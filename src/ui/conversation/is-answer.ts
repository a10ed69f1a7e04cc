/** Whether text that is written at a place outside of steps is meant for the person: the answer to a goal, or the result. */
export function isAnswer(place: string): boolean {
  return place === 'intake' || place === 'replan';
}
