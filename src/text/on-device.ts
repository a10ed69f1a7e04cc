/** Models that run in the page: their shelf, how they get onto it, and what may go wrong with them. */
export const onDevice = {
  en: {
    'on_device.lead':
      'A small language model works inside this page. What you write stays on this machine, and once the model is here it works without the internet.',
    'on_device.honest':
      'Small models are weak planners: expect short plans and mistakes, and on a slow machine a minute or more for each answer.',
    'on_device.unable':
      'This browser cannot run a model: it lacks a part of WebAssembly that is needed. Current versions of Chrome, Edge and Firefox on a computer have it.',
    'on_device.here': 'Models on this device',
    'on_device.none': 'None yet. Load one of these, or one of your own.',
    'on_device.in_use': 'in use',
    'on_device.gigabytes': '{n} GB',
    'on_device.room': '{free} free for this page.',
    'on_device.delete': 'Delete {name}',
    'on_device.delete_question': 'Delete this model?',
    'on_device.delete_text':
      '{name} ({size}) is removed from this browser. To use it again, you have to load it again.',
    'on_device.delete_text_in_use':
      '{name} ({size}) is in use. If it is removed from this browser, plans cannot go on until you choose another model.',
    'on_device.delete_yes': 'Delete',
    'on_device.delete_no': 'Keep it',
    'on_device.not_deleted': '{name} could not be deleted. Close the other tabs of Cairn, then try again.',
    'on_device.add': 'Load a model',
    'on_device.facts': '{size}, licence {licence}',
    'on_device.load': 'Load',
    'on_device.load_name': 'Load {name}, {size}',
    'on_device.is_here': 'here',
    'on_device.note_tiny': 'The smallest, for a first try. English only.',
    'on_device.note_small': 'Small, for machines with little memory.',
    'on_device.note_medium': 'Better plans. Wants about 3 GB of memory.',
    'on_device.note_large': 'The best of these. Wants about 4 GB of memory.',
    'on_device.address': 'Address of another model',
    'on_device.address_hint':
      'A GGUF file in one piece, for instance from Hugging Face. Up to about 2 GB runs in most browsers.',
    'on_device.load_address': 'Load from there',
    'on_device.file': 'Choose a file…',
    'on_device.file_label': 'Model file',
    'on_device.loading': 'Loading {name}',
    'on_device.done': '{done}',
    'on_device.done_of': '{done} of {total}',
    'on_device.stop': 'Stop loading',
    'on_device.added': '{name} is on this device now.',
    'on_device.fault_stopped': 'Stopped. Nothing was kept.',
    'on_device.fault_bad_address':
      'This is not an address of the web. It begins with https:// and names a file that ends in .gguf.',
    'on_device.fault_unreachable':
      'There is no answer from {host}. Check the address and your connection. If both are right, that site does not let other pages read its files: download the file yourself, then choose it here.',
    'on_device.fault_refused':
      '{host} does not give this file out (it answered {status}). Check the address; some models can only be loaded after signing in there.',
    'on_device.fault_cut':
      'The connection broke before the model was complete, again and again. Nothing was kept. Try again when the network is better.',
    'on_device.fault_no_model':
      'This is not a model in the format GGUF, so it was not kept. Look for a file whose name ends in .gguf.',
    'on_device.fault_one_part':
      'This is one part of a model that comes in several files. Look for one that comes as a single file.',
    'on_device.fault_full':
      'There is not enough room for this model. Delete another one or free some disk space, then try again.',
    'on_device.fault_unavailable':
      'The browser keeps no files for this page, as in some private windows, so no model can be kept.',
    'on_device.fault_failed': 'The browser could not keep this model ({detail}). Try again.',
    'on_device.error_unknown_model':
      'The model “{model}” is not on this device any more. Load it again or choose another one in Settings.',
    'on_device.error_bad_request':
      'The model “{model}” cannot be used here. Its file may be damaged, of a kind not known here, or too large for the memory: choose another one in Settings. {detail}',
    'on_device.error_context_length':
      'This is more than the model “{model}” can take in at once. Choose another one in Settings, or start a new session. {detail}',
    'on_device.error_server':
      'The model “{model}” broke down while it was at work, probably for lack of memory. Continue brings it back; if it happens again, choose a smaller one in Settings. {detail}',
    'on_device.error_stalled':
      'The model “{model}” has not come on for a long time. Continue asks it again; if it stays like this, choose a smaller one in Settings.',
    'on_device.error_unreachable':
      'The part of Cairn that runs models could not be loaded. Connect to the internet once, then continue.',
  },
  zh: {
    'on_device.lead': '一个小型语言模型直接在本页面里运行。你写的内容不会离开这台电脑；模型载入之后，没有网络也能用。',
    'on_device.honest': '小模型不太会做计划：计划会比较短，也会出错；电脑较慢时，每次回答可能要一分钟以上。',
    'on_device.unable':
      '这个浏览器不能运行模型：缺少所需的一部分 WebAssembly。电脑上较新的 Chrome、Edge 和 Firefox 都可以。',
    'on_device.here': '本机上的模型',
    'on_device.none': '还没有。请从下面载入一个，或使用自己的模型文件。',
    'on_device.in_use': '使用中',
    'on_device.gigabytes': '{n} GB',
    'on_device.room': '本页面还可使用 {free}。',
    'on_device.delete': '删除 {name}',
    'on_device.delete_question': '删除这个模型？',
    'on_device.delete_text': '{name}（{size}）将从这个浏览器中移除。以后要再用，需要重新载入。',
    'on_device.delete_text_in_use': '{name}（{size}）正在使用。移除之后，计划无法继续，直到你选择别的模型。',
    'on_device.delete_yes': '删除',
    'on_device.delete_no': '保留',
    'on_device.not_deleted': '没能删除 {name}。请关闭其他 Cairn 标签页，然后再试。',
    'on_device.add': '载入模型',
    'on_device.facts': '{size}，许可证 {licence}',
    'on_device.load': '载入',
    'on_device.load_name': '载入 {name}，{size}',
    'on_device.is_here': '已在本机',
    'on_device.note_tiny': '最小，适合先试试。只懂英文。',
    'on_device.note_small': '较小，适合内存少的电脑。',
    'on_device.note_medium': '计划做得好一些。约需 3 GB 内存。',
    'on_device.note_large': '这几个里最好的。约需 4 GB 内存。',
    'on_device.address': '其他模型的地址',
    'on_device.address_hint': '单个 GGUF 文件，例如来自 Hugging Face。大多数浏览器可以运行 2 GB 左右以内的模型。',
    'on_device.load_address': '从该地址载入',
    'on_device.file': '选择文件…',
    'on_device.file_label': '模型文件',
    'on_device.loading': '正在载入 {name}',
    'on_device.done': '{done}',
    'on_device.done_of': '{done}，共 {total}',
    'on_device.stop': '停止载入',
    'on_device.added': '{name} 已在本机上。',
    'on_device.fault_stopped': '已停止，没有保留任何内容。',
    'on_device.fault_bad_address': '这不是网址。网址以 https:// 开头，并指向以 .gguf 结尾的文件。',
    'on_device.fault_unreachable':
      '{host} 没有回应。请检查地址和网络。如果都没问题，就是该网站不允许其他页面读取它的文件：请自己下载文件，再在这里选择。',
    'on_device.fault_refused': '{host} 不提供这个文件（返回 {status}）。请检查地址；有些模型要先在那里登录才能载入。',
    'on_device.fault_cut': '模型还没载入完，连接就多次中断。没有保留任何内容。请在网络好一些时再试。',
    'on_device.fault_no_model': '这不是 GGUF 格式的模型，因此没有保留。请找名字以 .gguf 结尾的文件。',
    'on_device.fault_one_part': '这个模型分成多个文件，这只是其中一部分。请找单个文件的模型。',
    'on_device.fault_full': '空间不够放下这个模型。请删除别的模型或腾出磁盘空间，然后再试。',
    'on_device.fault_unavailable': '浏览器不为本页面保存文件（例如在某些无痕窗口中），因此无法保存模型。',
    'on_device.fault_failed': '浏览器没能保存这个模型（{detail}）。请再试一次。',
    'on_device.error_unknown_model': '模型“{model}”已不在本机上。请在设置里重新载入，或选择别的模型。',
    'on_device.error_bad_request':
      '模型“{model}”在这里不能使用。文件可能已损坏、类型不受支持，或对内存来说太大：请在设置里选择别的模型。 {detail}',
    'on_device.error_context_length':
      '内容太长，模型“{model}”一次读不下。请在设置里选择别的模型，或新建会话。 {detail}',
    'on_device.error_server':
      '模型“{model}”运行中途出了故障，可能是内存不足。点“继续”会重新载入；如果再次发生，请在设置里选择小一些的模型。 {detail}',
    'on_device.error_stalled':
      '模型“{model}”很久没有动静。点“继续”会再问一次；如果总是这样，请在设置里选择小一些的模型。',
    'on_device.error_unreachable': '没能载入 Cairn 运行模型的部分。请联网一次，然后继续。',
  },
} as const;
