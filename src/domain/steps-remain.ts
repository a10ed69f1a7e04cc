/** Stands for the violation where the model closes a task whose steps are not done (R6.8). */
export const stepsRemain = 'steps_remain';
