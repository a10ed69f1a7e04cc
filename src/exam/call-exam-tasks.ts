import { toolError, toolSuccess } from '../task/tool-result.ts';
import type { ModelExamTool, ModelExamTask } from './exam-task.ts';
import { jsonObjectSchema, noteTool, readOnlyTool } from './tools.ts';

const text = { type: 'string' };
const isNear = (bookingValue: unknown, expectedText: string) =>
  String(bookingValue).toLowerCase().replace(/\s+/g, ' ').includes(expectedText);

const book: ModelExamTool = {
  name: 'book',
  description: 'Books a journey by train.',
  schema: jsonObjectSchema({
    journey: jsonObjectSchema({ from: text, to: text, date: { ...text, description: 'YYYY-MM-DD' } }),
    travellers: { type: 'array', items: jsonObjectSchema({ name: text, age: { type: 'integer' } }) },
  }),
  reads: false,
  answer: ({ journey, travellers }) => {
    const { from, to, date } = (journey ?? {}) as Record<string, unknown>;
    const people = Array.isArray(travellers) ? travellers : [];
    const isThere = (name: string, age: number) =>
      people.some((each: Record<string, unknown> | null) => isNear(each?.name, name) && Number(each?.age) === age);
    const right = isNear(from, 'bonn') && isNear(to, 'ulm') && date === '2027-03-04' && people.length === 2;
    return right && isThere('ada', 34) && isThere('bo', 6)
      ? toolSuccess('Booked.')
      : toolError('invalid_input', 'Expected: journey with from, to and date; travellers, each with name and age.');
  },
};

export const nestedCallExamTask: ModelExamTask = {
  name: 'nested',
  mends: ['protocol'],
  goal: () => 'Book the journey',
  steps: [
    {
      description:
        'Book with the tool book: from Bonn to Ulm on 2027-03-04, for Ada Lee, who is 34, and Bo Lee, who is 6',
    },
  ],
  tools: [book],
  verdict: ({ calls }) => (calls.some(({ ok }) => ok) ? true : calls.length >= 2 ? false : null),
};

export const twoCallsExamTask: ModelExamTask = {
  name: 'two_calls',
  mends: ['protocol'],
  goal: () => 'Note milk and bread',
  steps: [{ description: 'Note milk and bread with the tool note: two calls in the same reply, one for each' }],
  tools: [noteTool],
  verdict: ({ calls }) => {
    const lines = calls.map(({ input }) => String(input.text).toLowerCase());
    const [milk, bread] = ['milk', 'bread'].map((what) => lines.filter((line) => line.includes(what)).length);
    if (lines.some((line) => line.includes('milk') === line.includes('bread'))) return false;
    return milk === 1 && bread === 1 ? true : milk === 2 || bread === 2 ? false : null;
  },
};

/** Tests whether the model uses another tool when the one named in the step no longer works. */
export const workaroundExamTask: ModelExamTask = {
  name: 'workaround',
  mends: ['protocol'],
  goal: () => 'Find the price of a kilo of apples',
  steps: [{ description: 'Find the price of a kilo of apples with the tool live_price' }],
  tools: [
    readOnlyTool('live_price', 'Tells the price of a kilo of something, as of now.', 'of', () =>
      toolError('unsupported', 'This service has been closed for good. The tool price_list has the prices.'),
    ),
    readOnlyTool('price_list', 'Tells the price of a kilo of something, as of this week.', 'of', () =>
      toolSuccess('2.40'),
    ),
  ],
  verdict: ({ calls }) => (calls.some(({ ok }) => ok) ? true : calls.length >= 3 ? false : null),
};

/** The task in which the model must ask the person for something that only they know. */
export const askUserExamTask: ModelExamTask = {
  name: 'question',
  mends: ['protocol'],
  goal: () => 'Reserve a table for dinner on 2027-03-04; only I know for how many guests, and I have not said it yet',
  steps: [{ description: 'Reserve the table with the tool reserve, for as many guests as the person says' }],
  tools: [
    {
      name: 'reserve',
      description: 'Reserves a table. It cannot be changed afterwards.',
      schema: jsonObjectSchema({ date: text, guests: { type: 'integer' } }),
      reads: false,
      answer: () => toolSuccess('Reserved.'),
    },
  ],
  verdict: ({ run, calls }) => (run.question ? true : calls.length > 0 ? false : null),
};

export const finishStepExamTask: ModelExamTask = {
  name: 'end_step',
  mends: ['protocol', 'balanced'],
  goal: () => 'Note to water the plants',
  steps: [
    {
      description: 'Note with the tool note: water the plants',
      tool: 'note',
      parameters: { text: 'water the plants' },
    },
  ],
  tools: [noteTool, readOnlyTool('read_notes', 'Reads the notes.', 'about', () => toolSuccess('1. water the plants'))],
  verdict: ({ run, calls }) =>
    calls.length > 3 ? false : run.plan.steps[0]?.status === 'completed' ? calls.length > 0 : null,
};
