import type { SaidStep } from '../trials/said.ts';

export type Language = 'en' | 'zh';
/** `chain`: each step depends on the one before; `fork`: each step depends only on what it needs. */
export type Shape = 'chain' | 'fork';
export type Part = 'look' | 'ask' | 'milk' | 'bread';

/**
 * The task of a model under test: a read, a question that only the person can answer, a write that needs the answer,
 * and another write.
 */
export interface Errand {
  goal: string;
  question: string;
  answer: string;
  /** The description and the result of each step; `known` recognises its description. */
  parts: Record<Part, { description: string; result: string; known: RegExp }>;
  milk: string;
  bread: string;
  closing: string;
}

export const errands: Record<Language, Errand> = {
  en: {
    goal: 'Note milk and bread for my guests: look at the list, find out which milk they drink, then note both',
    question: 'Which milk do your guests drink?',
    answer: 'Oat',
    parts: {
      look: {
        description: 'See what is on the list',
        result: 'Nothing is on the list yet.',
        known: /what is on the list/i,
      },
      ask: { description: 'Find out which milk they drink', result: 'They drink oat milk.', known: /find out which/i },
      milk: { description: 'Note the milk', result: 'The milk is on the list.', known: /note the milk|Buy Oat milk/i },
      bread: { description: 'Note the bread', result: 'The bread is on the list.', known: /note the bread|Buy bread/i },
    },
    milk: 'Buy Oat milk',
    bread: 'Buy bread',
    closing: 'Oat milk and bread are on your list.',
  },
  zh: {
    goal: '请为我的客人记下牛奶和面包：先看看清单，问清他们喝哪种牛奶，然后把两样都记下来',
    question: '您的客人喝哪种牛奶？',
    answer: '燕麦奶',
    parts: {
      look: { description: '看看清单上有什么', result: '清单上还没有东西。', known: /清单上有什么/ },
      ask: { description: '问清他们喝哪种奶', result: '他们喝燕麦奶。', known: /问清他们喝哪种奶/ },
      milk: { description: '把奶记下来', result: '奶已经记在清单上。', known: /把奶记下来|买燕麦奶/ },
      bread: { description: '把面包记下来', result: '面包已经记在清单上。', known: /把面包记下来|买面包/ },
    },
    milk: '买燕麦奶',
    bread: '买面包',
    closing: '燕麦奶和面包都在您的清单上了。',
  },
};

export const partNames: readonly Part[] = ['look', 'ask', 'milk', 'bread'];

const needs: Record<Shape, Record<Part, Part[]>> = {
  chain: { look: [], ask: ['look'], milk: ['ask'], bread: ['milk'] },
  fork: { look: [], ask: [], milk: ['ask'], bread: ['look'] },
};

/** Returns the plan of the task as a diligent model writes it. */
export function planOf({ parts, bread }: Errand, shape: Shape): SaidStep[] {
  const calls: Partial<Record<Part, Pick<SaidStep, 'tool' | 'parameters'>>> = {
    look: { tool: 'todo', parameters: { action: 'list' } },
    milk: { tool: 'todo' },
    bread: { tool: 'todo', parameters: { action: 'add', title: bread } },
  };
  return partNames.map((id) => ({
    id,
    description: parts[id].description,
    ...calls[id],
    dependencies: needs[shape][id],
  }));
}
