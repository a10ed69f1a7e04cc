import type { Reply, ScriptedModel } from './model-server.ts';

/**
 * A model that makes to-dos of what is written in a photo, if it has received a photo: a JPEG of the size that models
 * take.
 */
export function listReader(titles: readonly string[]): ScriptedModel {
  return {
    topic: ({ purpose, prompt }) => `${purpose} ${prompt.length}`,
    answer: ({ purpose, images }): Reply => {
      if (purpose === 'replan')
        return { calls: [{ name: 'finish_task', input: { response: `Your list holds ${titles.length} things.` } }] };
      if (purpose !== 'intake') return { calls: [{ name: 'finish_step', input: { response: 'Done.' } }] };
      if (!/^data:image\/jpeg;base64,\/9j\//.test(images[0] ?? '')) return { text: 'I was given no photo.' };
      const plan = titles.map((title) => ({
        description: `Add “${title}”`,
        tool: 'todo',
        parameters: { action: 'add', title },
      }));
      return { calls: [{ name: 'create_plan', input: { plan } }] };
    },
  };
}
