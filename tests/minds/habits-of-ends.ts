import type { Habit } from './mind.ts';
import { argued, at, inProse, proseAt, renamed } from './rewrite.ts';

/** Habits in how models end a step. */
export const habitsOfEnds: Habit[] = [
  { name: 'ends a step in prose', writes: proseAt('end', { en: 'I have noted it.', zh: '已经记下了。' }) },
  { name: '用文字结束步骤', language: 'zh', writes: proseAt('end', { en: 'Done.', zh: '这一步已完成，清单已更新。' }) },
  { name: 'says only Done.', writes: proseAt('end', { en: 'Done.', zh: '完成。' }) },
  {
    name: 'announces its result at the end of a step',
    dear: true,
    writes: proseAt('end', { en: 'Let me summarise: it is on the list now.', zh: '让我总结一下：已经在清单上了。' }),
  },
  { name: 'ends steps with finish_task', writes: at('end', renamed({ finish_step: 'finish_task' })) },
  {
    name: 'ends a step with finish_step and finish_task at once',
    writes: at('end', (reply) => ({
      ...reply,
      calls: [...reply.calls, { id: 'task', name: 'finish_task', arguments: '{"response":"All done."}' }],
    })),
  },
  {
    name: 'puts the result under result',
    writes: at(
      'end',
      argued('finish_step', ({ response }) => ({ result: response })),
    ),
  },
  {
    name: 'puts the result under summary',
    writes: at(
      'end',
      argued('finish_step', ({ response }) => ({ summary: response, status: 'success' })),
    ),
  },
  {
    name: 'gives an object as the result',
    writes: at(
      'end',
      argued('finish_step', ({ response }) => ({ response: { note: response, ok: true } })),
    ),
  },
  {
    name: 'gives a list as the result',
    writes: at(
      'end',
      argued('finish_step', ({ response }) => ({ response: [response] })),
    ),
  },
  {
    name: 'ends steps without arguments',
    writes: at(
      'end',
      argued('finish_step', () => ''),
    ),
  },
  {
    name: 'ends steps with null for arguments',
    writes: at(
      'end',
      argued('finish_step', () => 'null'),
    ),
  },
  {
    name: 'writes booleans as strings',
    writes: at(
      'end',
      argued('finish_step', ({ response }) => ({ response, plan_still_fits: 'True', blocked: 'false' })),
    ),
  },
  { name: 'calls complete_step', writes: at('end', renamed({ finish_step: 'complete_step' })) },
  { name: 'calls finish', writes: renamed({ finish_step: 'finish', finish_task: 'finish' }) },
  { name: 'says nothing after a tool has worked', dear: true, writes: at('end', (reply) => inProse(reply, '')) },
  {
    name: 'only thinks after a tool has worked',
    dear: true,
    writes: at('end', (reply) => inProse(reply, '<think>It worked. Nothing more to do.</think>')),
  },
  {
    name: 'ends a step with keep_plan',
    dear: true,
    writes: at('end', (reply) => ({ ...reply, calls: [{ id: 'keep', name: 'keep_plan', arguments: '{}' }] })),
  },
  {
    name: 'prints the JSON contract as text at the end of a step',
    writes: at('end', (reply) =>
      inProse(
        reply,
        '{"status":"done","current_step":"this","next_action":null,"question":null,"response":"It is noted."}',
      ),
    ),
  },
  { name: 'writes [Done] at the end of a step', writes: at('end', (reply) => inProse(reply, 'It is noted. [Done]')) },
  {
    name: 'writes Final Answer at the end of a step',
    writes: at('end', (reply) => inProse(reply, 'Thought: the step is done.\nFinal Answer: it is noted.')),
  },
  {
    name: 'makes its plan again at the start of each step, and goes on when told',
    dear: true,
    writes: at('act', (reply, { askedBack, before }) =>
      askedBack || before % 2 === 1
        ? reply
        : { ...reply, calls: [{ id: 'again', name: 'create_plan', arguments: '{"plan":["Do it"]}' }] },
    ),
  },
];
