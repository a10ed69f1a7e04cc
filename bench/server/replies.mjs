import { closing, describeStep, finding, toolInput, toolName } from './task.mjs';

/**
 * Returns the function that answers the requests of one run. With `direct`, Cairn's plan contains the tool calls, as
 * that of plan-then-tools does; otherwise each step is thought about. With `together`, a thought makes its call and
 * ends the step in one reply. A thought that may begin the next step does so.
 */
export function replies(task, { direct = false, together = false } = {}) {
  let calls = 0;
  const call = (name, input) => ({
    id: `call_${(calls += 1)}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  });
  const acting = (...made) => ({ role: 'assistant', content: null, tool_calls: made });
  const saying = (text) => ({ role: 'assistant', content: text });
  const observe = (item) => call(toolName, toolInput(item));

  const answers = {
    'cairn plan': ({ inWords }) =>
      acting(call('create_plan', { plan: task.items.map((item) => cairnStep(task, item, direct, inWords)) })),
    'cairn thought': (request) => {
      if (request.seen > 0) {
        const ended = call('finish_step', { response: finding(request.item) });
        return request.next === null ? acting(ended) : acting(ended, observe(request.next));
      }
      const made = observe(request.item);
      return together ? acting(made, call('finish_step', {})) : acting(made);
    },
    'cairn replan': (request) =>
      /^Remaining: 0$/m.test(request.said)
        ? acting(call('finish_task', { response: closing(task) }))
        : acting(call('keep_plan', {})),
    'cairn closing': () => acting(call('finish_task', { response: closing(task) })),
    'plan call': () => acting(call('plan', { steps: task.items.map(describeStep) })),
    replan: (request) => {
      const left = itemsLeft(task, request.said);
      return left.length > 0
        ? acting(call('plan', { steps: left.map(describeStep) }))
        : acting(call('response', { response: closing(task) }));
    },
    plan: () => saying(JSON.stringify({ steps: task.items.map((item) => listedStep(task, item)) })),
    calls: () =>
      saying(JSON.stringify({ calls: task.items.map((item) => ({ tool: toolName, args: toolInput(item) })) })),
    step: (request) => (request.seen > 0 ? saying(finding(request.item)) : acting(observe(request.item))),
    loop: (request) => {
      const layer = task.layers.find((items) => items.at(-1) > request.seen);
      return layer ? acting(...layer.map((item) => observe(item))) : saying(closing(task));
    },
    closing: () => saying(closing(task)),
  };
  return (request) => answers[request.wants](request);
}

function cairnStep(task, item, direct, inWords) {
  const before = task.width > 1 ? task.dependenciesOf(item) : [];
  const graph = task.width > 1 ? { id: `s${item}`, dependencies: before.map((other) => `s${other}`) } : {};
  const made = direct ? { tool: toolName, parameters: toolInput(item) } : {};
  const plain = !direct && task.width === 1;
  const words = direct && !inWords ? {} : { description: describeStep(item) };
  return plain ? describeStep(item) : { ...graph, ...words, ...made };
}

function listedStep(task, item) {
  const after = task.width > 1 ? task.dependenciesOf(item) : [];
  return task.width > 1 ? { step: describeStep(item), after } : describeStep(item);
}

/** Returns the items that a replan must still list: those without a finding. */
function itemsLeft(task, said) {
  const done = new Set([...said.matchAll(/Item (\d+) is/g)].map((match) => Number(match[1])));
  return task.items.filter((item) => !done.has(item));
}
