import { expect, test } from 'vitest';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { calls, results, textOf, World } from './world.ts';

test.each(['careful', 'balanced', 'economy'] as const)(
  'R3.3 a message beside a request for permission is read once the request is denied (%s)',
  async (thoroughness) => {
    const world = new World(
      (request) => {
        if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Fetch the page', 'Write it down'] }]);
        if (request.purpose !== 'thought') return calls(['keep_plan', {}]);
        return results(request).length === 0
          ? calls(['fetch', { url: 'https://example.org/a' }])
          : calls(['finish_step', { response: 'Not read.' }]);
      },
      { thoroughness },
    );
    world.submit('Read a page');
    await world.untilPhase('waiting');
    const asked = world.model.requests.length;
    void world.runner.send({ type: 'guidance.add', text: 'Use the other page!' });
    void world.runner.send({ type: 'approval.decide', effect: world.run.approvals[0]!.effect, decision: 'deny' });
    await world.until(() => world.model.requests.length > asked);
    const next = world.model.requests[asked]!;
    expect(textOf(next)).toContain('Use the other page!');
    const denied = (request: ModelRequest) => request.purpose === 'thought' && results(request).length === 1;
    await world.until(() => world.model.requests.some(denied));
    expect(textOf(world.model.requests.find(denied)!)).toContain('Use the other page!');
  },
);
