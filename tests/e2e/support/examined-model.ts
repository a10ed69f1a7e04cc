import type { ModelExamTaskName } from '../../../src/records/exam-report.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { mind, weaknesses } from '../../unit/exam/minds.ts';
import type { Ask } from './ask.ts';
import type { ScriptedModel } from './model-server.ts';

/** A mind of the exam's own tests behind the endpoint: diligent, or with the weakness that one task finds. */
export function examinedModel(weakness?: ModelExamTaskName): ScriptedModel {
  const think = mind(weakness && weaknesses[weakness]);
  return {
    topic: ({ prompt }) => prompt,
    answer: (ask) => {
      const reply = think(requestOf(ask));
      const calls = reply.calls.map((call) => ({
        name: call.name,
        input: JSON.parse(call.arguments) as Record<string, unknown>,
      }));
      return { text: reply.text, calls };
    },
  };
}

function requestOf({ images, latest, prompt, protocol, purpose }: Ask): ModelRequest {
  return {
    purpose: purpose === 'intake' ? 'plan' : purpose,
    messages: [
      { role: 'user', text: prompt, images: images.map((url) => ({ name: '', url })) },
      { role: 'user', text: latest },
    ],
    tools: protocol === 'tools' ? [{ name: 'any', description: '', schema: {} }] : [],
    choice: 'auto',
  };
}
