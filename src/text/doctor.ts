/**
 * Words of the connection test (R11.2): what is wrong (`doctor.<cause>`) and what to do (`….fix`, one step a line; a line
 * that begins with `$ ` is a command for the step before it); and for what looks alike, its name (`doctor.maybe.<cause>`)
 * and how to tell it (`doctor.tell.<cause>`).
 */
export const doctor = {
  en: {
    'doctor.works': '{provider} works: {found}.',
    'doctor.found_models': '{count} {count|model|models}',
    'doctor.found_calls': 'tool calls',
    'doctor.found_no_calls': 'no tool calls',
    'doctor.found_streaming': 'streaming',
    'doctor.found_whole': 'no streaming',
    'doctor.found_between': ', ',
    'doctor.note_no_calls':
      'The model “{model}” makes no tool calls. Cairn works with it all the same, by asking for its decisions as JSON or as text; a model with tool calls errs less often.',
    'doctor.note_whole': 'Replies come in one piece: text appears only once it is complete.',
    'doctor.label': 'What to do',
    'doctor.alike': 'A web page cannot see which of these it is:',
    'doctor.said': 'What {provider} said',
    'doctor.models': 'Models at {provider}',
    'doctor.all_models': 'All {count} are offered in the field “Model”.',
    'doctor.use': 'Use {address}',
    'doctor.copy': 'Copy the command',
    'doctor.copied': 'Copied',

    'doctor.key_missing': '{provider} asks for an API key.',
    'doctor.key_missing.fix':
      'Enter the key above. A key is kept for one base URL: after a change of the address it has to be entered again.',
    'doctor.key_odd': 'The API key contains characters that no key has.',
    'doctor.key_odd.fix': 'Copy the key again, without spaces, line breaks or “Bearer” in front of it.',
    'doctor.wrong_key': '{provider} does not accept this API key.',
    'doctor.wrong_key.fix': 'Copy the whole key again from where it was made, or make a new one there.',
    'doctor.wrong_key.other': 'It looks like a key of {other}: choose {other} as the provider.',
    'doctor.wrong_key.better': 'A key of the other region needs the other base URL, {better}.',
    'doctor.key_hidden':
      '{provider} answers, but hides the answer from web pages. Most likely the API key is not accepted.',
    'doctor.key_hidden.fix':
      'Copy the whole key again from where it was made, or make a new one there, and test again.',
    'doctor.answer_hidden': '{provider} refuses the call, and hides the reason from web pages.',
    'doctor.answer_hidden.fix':
      'See what it says: press F12, open “Network”, test again and look at the status of “completions”.\nThere, 401 is the key, 402 or 429 the credit or a limit, 404 the model, 500 and above a fault of {provider}.',
    'doctor.no_cors': '{provider} is there, but does not let this page read its answers (no CORS headers).',
    'doctor.no_cors.fix.hosted':
      'If {provider} serves no web pages, choose another way to the same model: OpenRouter offers many and allows pages.',
    'doctor.no_cors.fix.ollama':
      'Quit Ollama and start it with this page allowed:\n$ OLLAMA_ORIGINS={page} ollama serve\nFor the Mac app, enter this and open Ollama again:\n$ launchctl setenv OLLAMA_ORIGINS "{page}"\nOn Windows, enter this and start Ollama again:\n$ setx OLLAMA_ORIGINS "{page}"',
    'doctor.no_cors.fix.lmstudio':
      'In LM Studio, switch on “Enable CORS” in the server settings, or start the server by:\n$ lms server start --cors',
    'doctor.no_cors.fix.llamacpp':
      'Start llama-server with this page allowed:\n$ llama-server -m model.gguf --cors-origins "{page}"',
    'doctor.no_cors.fix.vllm':
      'Start vLLM with this page allowed:\n$ vllm serve {model} --allowed-origins \'["{page}"]\'',
    'doctor.no_cors.fix.custom':
      'Have the server send these headers with every answer, errors and OPTIONS included:\n$ Access-Control-Allow-Origin: {page}\n$ Access-Control-Allow-Headers: authorization, content-type\nWhere that cannot be set, put a gateway in between that does, such as LiteLLM.',
    'doctor.header_refused':
      '{provider} can be reached, but does not let a web page send the header “{header}” (preflight refused).',
    'doctor.header_refused.fix':
      'Have the server allow it for pages, in its answer to OPTIONS:\n$ Access-Control-Allow-Headers: authorization, content-type\nIf a gateway or proxy stands in between, it must pass OPTIONS on or answer it with status 204.',
    'doctor.header_refused_any': '{provider} can be reached, but refuses every preflight (OPTIONS) of a web page.',
    'doctor.header_refused_any.fix':
      'Have the server answer OPTIONS with status 204 and these headers, without asking for a key:\n$ Access-Control-Allow-Origin: {page}\n$ Access-Control-Allow-Headers: authorization, content-type',
    'doctor.nobody': 'Nobody answers at {host}.',
    'doctor.nobody.fix.hosted': 'Check your network, and the base URL letter by letter.',
    'doctor.nobody.fix.ollama':
      'Start Ollama with this page allowed:\n$ OLLAMA_ORIGINS={page} ollama serve\nIf it runs on another computer, it must listen to the network; start it there by:\n$ OLLAMA_HOST=0.0.0.0 OLLAMA_ORIGINS={page} ollama serve',
    'doctor.nobody.fix.lmstudio':
      'Start the server in LM Studio (Developer), or by:\n$ lms server start --cors\nCheck the port in the base URL.',
    'doctor.nobody.fix.llamacpp':
      'Start llama-server:\n$ llama-server -m model.gguf --port 8080\nCheck the port in the base URL.',
    'doctor.nobody.fix.vllm': 'Start vLLM:\n$ vllm serve {model}\nCheck the port in the base URL.',
    'doctor.nobody.fix.custom': 'Check that the server runs, and the base URL letter by letter, its port included.',
    'doctor.offline': 'This device is not connected to a network.',
    'doctor.offline.fix': 'Connect it, then test again. A model on this computer, such as Ollama, works without.',
    'doctor.mixed_content': 'The browser blocks the call: this page came by https, and the base URL is http.',
    'doctor.mixed_content.fix':
      'If the server has an https address, use that as the base URL.\nElse open Cairn from your own computer (http://localhost), or run the server on this one.',
    'doctor.page_insecure':
      'The browser blocks the call: a page that came by http may not call programs on this computer.',
    'doctor.page_insecure.fix': 'Open Cairn by https, or from http://localhost.',
    'doctor.local_network_prompt': 'The browser has not been allowed yet to reach {host} for this page.',
    'doctor.local_network_prompt.fix':
      'Test again, and choose “Allow” when the browser asks for access to the local network.',
    'doctor.local_network_denied':
      'The browser does not let this page reach {host}: access to the local network is refused.',
    'doctor.local_network_denied.fix':
      'Press the sign to the left of the address bar, open the site settings and allow access to the local network (“apps on device”).\nReload this page and test again.',
    'doctor.unknown_model': '{provider} does not know the model “{model}”, or this key may not use it.',
    'doctor.unknown_model_local': '{provider} has no model “{model}”.',
    'doctor.unknown_model.nearest': 'Did you mean “{nearest}”?',
    'doctor.unknown_model.fix': 'Choose one of its models:',
    'doctor.unknown_model.unlisted': '{provider} lists no models: look up the exact name there.',
    'doctor.unknown_model.ollama': 'Fetch the model first, or choose another one:\n$ ollama pull {model}',
    'doctor.model_missing': '{provider} answers. Choose a model now.',
    'doctor.model_missing.fix': 'Choose one of its models:',
    'doctor.not_chat_model': 'The model “{model}” is not made for conversations.',
    'doctor.not_chat_model.fix': 'Models for embeddings, speech or images cannot plan: choose a chat model.',
    'doctor.no_chat': '{provider} knows the model “{model}”, but takes no chat calls at this address.',
    'doctor.no_chat.fix':
      'Cairn needs “{base}/chat/completions”. Start a server that offers it, or choose another base URL.',
    'doctor.no_tools': 'The model “{model}” takes no calls as Cairn makes them.',
    'doctor.no_tools.fix': 'Choose another model.',
    'doctor.quota': 'The account at {provider} has no credit or allowance left.',
    'doctor.quota.fix': 'Add credit at {provider}, or choose another connection. The key itself is accepted.',
    'doctor.context_length': 'Even a short request is too long for the model “{model}” as {provider} runs it.',
    'doctor.context_length.fix':
      'Give the model a larger context where the server is started (8,192 at least), or choose another one.',
    'doctor.rate_limit': '{provider} asks to slow down: too many requests in a short time.',
    'doctor.rate_limit.fix': 'Wait a minute and test again. The key and the address are right.',
    'doctor.rate_limit.wait':
      'Wait {seconds} {seconds|second|seconds} and test again. The key and the address are right.',
    'doctor.server': '{provider} has a fault of its own.',
    'doctor.server.fix':
      'Test again in a few minutes; look at the log of the server, or at the status page of {provider}.',
    'doctor.loading': '{provider} is still loading the model “{model}”.',
    'doctor.loading.fix': 'Wait until it has started, then test again.',
    'doctor.slow': '{provider} is there, but the model “{model}” gave no answer in two minutes.',
    'doctor.slow.fix':
      'It may still be loading: test again in a while.\nIf that does not help, choose a smaller model or a faster server.',
    'doctor.silent': '{host} gave no answer at all in two minutes.',
    'doctor.silent.fix':
      'The server may be asleep or overloaded: wake or restart it, and test again.\nCheck the port, and whether a firewall swallows the call.',
    'doctor.truncated': 'The reply of {provider} broke off in the middle.',
    'doctor.truncated.fix': 'Test again. If it keeps happening, look for a proxy in between that cuts long answers.',
    'doctor.empty': 'The model “{model}” sent an empty reply.',
    'doctor.empty.fix': 'Test again; if it stays empty, choose another model.',
    'doctor.stopped': 'The test was stopped.',
    'doctor.stopped.fix': 'Press “Test connection” when you are ready.',
    'doctor.web_page': 'At this base URL there is a web page, not a model.',
    'doctor.web_page.fix':
      'Check the base URL: it is the address of the API, and most end in “/v1”.\nIf it is right, a sign-in page of your network may be in between: open any site in a new tab and sign in.',
    'doctor.wrong_path': '{host} answers, but has no model at this path.',
    'doctor.wrong_path.fix': 'Check the path of the base URL: most end in “/v1”.',
    'doctor.better': '{better} answers: did you mean that?',
    'doctor.not_a_model': '{host} answers, but not as a model does.',
    'doctor.not_a_model.fix':
      'Check the base URL: it is the address of an OpenAI-compatible API, and most end in “/v1”.',
    'doctor.redirect': '{host} sends every call on to another address.',
    'doctor.redirect.fix': 'Use the address that it leads to as the base URL: a key is not sent along to another one.',
    'doctor.refused': '{provider} refuses the call.',
    'doctor.refused.fix':
      'See what it says below. Often it is the model’s name, a missing permission of the key, or a region.',

    'doctor.maybe.key_hidden': 'The key is not accepted',
    'doctor.tell.key_hidden':
      'Run this with your key in a terminal: 401 means that the key is wrong, 200 that it is good.\n$ curl -i {base}/models -H "Authorization: Bearer YOUR_KEY"',
    'doctor.maybe.no_cors': 'The server does not allow web pages',
    'doctor.tell.no_cors':
      'Run this in a terminal: without a line “access-control-allow-origin”, no page may read the answer.\n$ curl -i {base}/models -H "Origin: {page}"',
    'doctor.maybe.header_refused': 'A header is refused',
    'doctor.tell.header_refused':
      'Run this in a terminal: the answer must be 200 or 204 and name authorization and content-type. Browser extensions that add headers cause it, too.\n$ curl -i -X OPTIONS {base}/chat/completions -H "Origin: {page}" -H "Access-Control-Request-Method: POST" -H "Access-Control-Request-Headers: authorization,content-type"',
    'doctor.maybe.answer_hidden': 'Another refusal',
    'doctor.tell.answer_hidden':
      'Press F12, open “Network” and test again: 402 or 429 there is the credit or a limit, 404 the model, 500 and above a fault of the server.',
    'doctor.maybe.unknown_model': 'The model is not known',
    'doctor.tell.unknown_model': 'Compare “{model}” letter by letter with the list of models of {provider}.',
    'doctor.maybe.wrong_path': 'The path is wrong',
    'doctor.tell.wrong_path': 'Open {base}/models in a new tab: it must show a list or ask for a key, not “not found”.',
    'doctor.maybe.nobody': 'Nobody is there',
    'doctor.tell.nobody':
      'Open {base}/models in a new tab: “refused to connect” or “not found” means that no server runs there.',
    'doctor.maybe.blocked': 'Something on the way blocks it',
    'doctor.tell.blocked': 'Test in a private window, where extensions are off, or in another network.',
    'doctor.maybe.certificate': 'The certificate is not valid',
    'doctor.tell.certificate': 'Open {base}/models in a new tab: the browser warns you there.',
    'doctor.maybe.local_network': 'The browser does not allow it',
    'doctor.tell.local_network':
      'The sign to the left of the address bar shows whether access to the local network is allowed.',
    'doctor.maybe.mixed_content': 'The browser takes it for insecure',
    'doctor.tell.mixed_content':
      'Safari lets no https page call http, not even on this computer: try Chrome or Firefox, or open Cairn from http://localhost.',
    'doctor.maybe.page_insecure': 'This page came by http',
    'doctor.tell.page_insecure':
      'Look at the address bar: pages that came by http may not call programs on this computer.',
  },
  zh: {
    'doctor.works': '{provider} 可用：{found}。',
    'doctor.found_models': '{count} 个模型',
    'doctor.found_calls': '支持工具调用',
    'doctor.found_no_calls': '不调用工具',
    'doctor.found_streaming': '逐字返回',
    'doctor.found_whole': '整段返回',
    'doctor.found_between': '，',
    'doctor.note_no_calls':
      '模型“{model}”不调用工具。Cairn 仍能使用它，改为让它用 JSON 或文本给出决定；能调用工具的模型更少出错。',
    'doctor.note_whole': '回复一次性返回：写完之后文字才会出现。',
    'doctor.label': '怎么办',
    'doctor.alike': '网页看不出是下面哪一种情况：',
    'doctor.said': '{provider} 的原话',
    'doctor.models': '{provider} 的模型',
    'doctor.all_models': '全部 {count} 个都可以在“模型”一栏里选择。',
    'doctor.use': '改用 {address}',
    'doctor.copy': '复制命令',
    'doctor.copied': '已复制',

    'doctor.key_missing': '{provider} 需要 API 密钥。',
    'doctor.key_missing.fix': '请在上面填写密钥。密钥只对一个接口地址有效，改了地址就要重新填写。',
    'doctor.key_odd': 'API 密钥里有不该出现的字符。',
    'doctor.key_odd.fix': '请重新复制密钥，不要带空格、换行，也不要带前面的“Bearer”。',
    'doctor.wrong_key': '{provider} 不接受这个 API 密钥。',
    'doctor.wrong_key.fix': '请从密钥页面重新完整复制，或在那里新建一个。',
    'doctor.wrong_key.other': '它看起来是 {other} 的密钥：请把服务商改为 {other}。',
    'doctor.wrong_key.better': '另一个地区的密钥要配另一个接口地址：{better}。',
    'doctor.key_hidden': '{provider} 有回应，但不让网页看到内容。最可能的原因是密钥不被接受。',
    'doctor.key_hidden.fix': '请从密钥页面重新完整复制，或在那里新建一个，然后再测试。',
    'doctor.answer_hidden': '{provider} 拒绝了调用，而且不让网页看到原因。',
    'doctor.answer_hidden.fix':
      '可以自己看它说了什么：按 F12，打开“网络”（Network），再测试一次，看“completions”那一行的状态码。\n401 是密钥问题，402 或 429 是余额或频率限制，404 是模型不存在，500 及以上是 {provider} 自身的故障。',
    'doctor.no_cors': '{provider} 在运行，但不允许本页面读取它的回答（没有 CORS 头）。',
    'doctor.no_cors.fix.hosted':
      '如果 {provider} 不支持网页调用，可以换一条路使用同样的模型：OpenRouter 提供许多模型，并且允许网页调用。',
    'doctor.no_cors.fix.ollama':
      '退出 Ollama，再用允许本页面的方式启动：\n$ OLLAMA_ORIGINS={page} ollama serve\n如果用的是 Mac 应用，运行下面的命令，再重新打开 Ollama：\n$ launchctl setenv OLLAMA_ORIGINS "{page}"\n在 Windows 上，运行下面的命令，再重新启动 Ollama：\n$ setx OLLAMA_ORIGINS "{page}"',
    'doctor.no_cors.fix.lmstudio':
      '在 LM Studio 的服务设置里打开“Enable CORS”，或用下面的命令启动服务：\n$ lms server start --cors',
    'doctor.no_cors.fix.llamacpp':
      '启动 llama-server 时允许本页面：\n$ llama-server -m model.gguf --cors-origins "{page}"',
    'doctor.no_cors.fix.vllm': '启动 vLLM 时允许本页面：\n$ vllm serve {model} --allowed-origins \'["{page}"]\'',
    'doctor.no_cors.fix.custom':
      '让服务在每个回答里都带上这些头，包括出错时和对 OPTIONS 的回答：\n$ Access-Control-Allow-Origin: {page}\n$ Access-Control-Allow-Headers: authorization, content-type\n如果没法设置，可以在中间加一个会这样做的网关，例如 LiteLLM。',
    'doctor.header_refused': '能连上 {provider}，但它不允许网页发送“{header}”这个头（预检被拒绝）。',
    'doctor.header_refused.fix':
      '让服务在对 OPTIONS 的回答里允许网页使用它：\n$ Access-Control-Allow-Headers: authorization, content-type\n如果中间有网关或代理，它必须转发 OPTIONS，或用状态码 204 回答。',
    'doctor.header_refused_any': '能连上 {provider}，但它拒绝网页的一切预检请求（OPTIONS）。',
    'doctor.header_refused_any.fix':
      '让服务不要求密钥就用状态码 204 回答 OPTIONS，并带上这些头：\n$ Access-Control-Allow-Origin: {page}\n$ Access-Control-Allow-Headers: authorization, content-type',
    'doctor.nobody': '{host} 没有回应。',
    'doctor.nobody.fix.hosted': '请检查网络，并逐字核对接口地址。',
    'doctor.nobody.fix.ollama':
      '启动 Ollama，并允许本页面：\n$ OLLAMA_ORIGINS={page} ollama serve\n如果它在另一台电脑上，需要监听网络；请在那台电脑上运行：\n$ OLLAMA_HOST=0.0.0.0 OLLAMA_ORIGINS={page} ollama serve',
    'doctor.nobody.fix.lmstudio':
      '在 LM Studio 的“Developer”里启动服务，或运行：\n$ lms server start --cors\n并核对接口地址里的端口。',
    'doctor.nobody.fix.llamacpp':
      '启动 llama-server：\n$ llama-server -m model.gguf --port 8080\n并核对接口地址里的端口。',
    'doctor.nobody.fix.vllm': '启动 vLLM：\n$ vllm serve {model}\n并核对接口地址里的端口。',
    'doctor.nobody.fix.custom': '请确认服务正在运行，并逐字核对接口地址，包括端口。',
    'doctor.offline': '这台设备没有连接网络。',
    'doctor.offline.fix': '连上网络后再测试。本机上的模型（例如 Ollama）不需要网络。',
    'doctor.mixed_content': '浏览器拦下了调用：本页面是用 https 打开的，而接口地址是 http。',
    'doctor.mixed_content.fix':
      '如果服务有 https 地址，请把它填作接口地址。\n否则请从自己的电脑打开 Cairn（http://localhost），或把服务放到这台电脑上运行。',
    'doctor.page_insecure': '浏览器拦下了调用：用 http 打开的页面不能调用这台电脑上的程序。',
    'doctor.page_insecure.fix': '请用 https 打开 Cairn，或从 http://localhost 打开。',
    'doctor.local_network_prompt': '浏览器还没有得到许可，不能让本页面访问 {host}。',
    'doctor.local_network_prompt.fix': '请再测试一次，浏览器询问是否允许访问本地网络时选“允许”。',
    'doctor.local_network_denied': '浏览器不让本页面访问 {host}：本地网络的访问已被拒绝。',
    'doctor.local_network_denied.fix':
      '点地址栏左边的图标，打开网站设置，允许访问本地网络（“设备上的应用”）。\n然后刷新本页面，再测试一次。',
    'doctor.unknown_model': '{provider} 没有模型“{model}”，或者这个密钥不能使用它。',
    'doctor.unknown_model_local': '{provider} 里没有模型“{model}”。',
    'doctor.unknown_model.nearest': '是不是想用“{nearest}”？',
    'doctor.unknown_model.fix': '请选一个它有的模型：',
    'doctor.unknown_model.unlisted': '{provider} 没有给出模型列表：请到它的网站查准确的名称。',
    'doctor.unknown_model.ollama': '请先下载这个模型，或换一个：\n$ ollama pull {model}',
    'doctor.model_missing': '{provider} 有回应。现在请选择模型。',
    'doctor.model_missing.fix': '请选一个它有的模型：',
    'doctor.not_chat_model': '模型“{model}”不是用来对话的。',
    'doctor.not_chat_model.fix': '向量、语音或图像模型不能做计划，请选一个对话模型。',
    'doctor.no_chat': '{provider} 有模型“{model}”，但这个地址不接受对话调用。',
    'doctor.no_chat.fix': 'Cairn 需要“{base}/chat/completions”。请启动提供它的服务，或换一个接口地址。',
    'doctor.no_tools': '模型“{model}”不接受 Cairn 的调用方式。',
    'doctor.no_tools.fix': '请换一个模型。',
    'doctor.quota': '{provider} 账户的余额或额度用完了。',
    'doctor.quota.fix': '请到 {provider} 充值，或换一个连接。密钥本身没有问题。',
    'doctor.context_length': '按 {provider} 现在的设置，很短的请求对模型“{model}”也太长了。',
    'doctor.context_length.fix': '启动服务时请给模型更大的上下文（至少 8,192），或换一个模型。',
    'doctor.rate_limit': '{provider} 要求放慢：短时间内请求太多。',
    'doctor.rate_limit.fix': '请等一分钟再测试。密钥和地址都没有问题。',
    'doctor.rate_limit.wait': '请等 {seconds} 秒再测试。密钥和地址都没有问题。',
    'doctor.server': '{provider} 自身有故障。',
    'doctor.server.fix': '请过几分钟再测试；也可以看服务的日志，或 {provider} 的状态页面。',
    'doctor.loading': '{provider} 还在加载模型“{model}”。',
    'doctor.loading.fix': '请等它启动完，再测试一次。',
    'doctor.slow': '{provider} 有回应，但模型“{model}”两分钟内没有回答。',
    'doctor.slow.fix': '它可能还在加载：请过一会儿再测试。\n如果还是不行，请换小一点的模型或快一点的服务。',
    'doctor.silent': '{host} 两分钟内完全没有回应。',
    'doctor.silent.fix': '服务可能在休眠或太忙：请唤醒或重启它，再测试一次。\n并检查端口，以及是否有防火墙吞掉了请求。',
    'doctor.truncated': '{provider} 的回复中途断了。',
    'doctor.truncated.fix': '请再测试一次。如果总是这样，看看中间是否有会截断长回答的代理。',
    'doctor.empty': '模型“{model}”的回复是空的。',
    'doctor.empty.fix': '请再测试一次；如果还是空的，请换一个模型。',
    'doctor.stopped': '测试已停止。',
    'doctor.stopped.fix': '需要时再点“测试连接”。',
    'doctor.web_page': '这个接口地址是一个网页，不是模型。',
    'doctor.web_page.fix':
      '请检查接口地址：应填 API 的地址，多数以“/v1”结尾。\n如果地址没错，可能被网络的登录页面挡住了：请在新标签页打开任意网站并登录。',
    'doctor.wrong_path': '{host} 有回应，但这个路径下没有模型。',
    'doctor.wrong_path.fix': '请检查接口地址的路径：多数以“/v1”结尾。',
    'doctor.better': '{better} 有回应：是不是想用它？',
    'doctor.not_a_model': '{host} 有回应，但不是模型的回答。',
    'doctor.not_a_model.fix': '请检查接口地址：应填与 OpenAI 兼容的 API 地址，多数以“/v1”结尾。',
    'doctor.redirect': '{host} 把所有调用都转到了另一个地址。',
    'doctor.redirect.fix': '请把它转向的地址填作接口地址：密钥不会跟着发到别的地址。',
    'doctor.refused': '{provider} 拒绝了调用。',
    'doctor.refused.fix': '请看下面它的原话。常见原因是模型名称不对、密钥权限不够，或地区限制。',

    'doctor.maybe.key_hidden': '密钥不被接受',
    'doctor.tell.key_hidden':
      '在终端里用自己的密钥运行：返回 401 说明密钥不对，200 说明密钥没问题。\n$ curl -i {base}/models -H "Authorization: Bearer YOUR_KEY"',
    'doctor.maybe.no_cors': '服务不允许网页调用',
    'doctor.tell.no_cors':
      '在终端里运行：回答里没有“access-control-allow-origin”这一行，网页就读不到。\n$ curl -i {base}/models -H "Origin: {page}"',
    'doctor.maybe.header_refused': '有个请求头被拒绝',
    'doctor.tell.header_refused':
      '在终端里运行：状态码应是 200 或 204，并写明允许 authorization 和 content-type。会添加请求头的浏览器扩展也会造成这种情况。\n$ curl -i -X OPTIONS {base}/chat/completions -H "Origin: {page}" -H "Access-Control-Request-Method: POST" -H "Access-Control-Request-Headers: authorization,content-type"',
    'doctor.maybe.answer_hidden': '别的拒绝原因',
    'doctor.tell.answer_hidden':
      '按 F12，打开“网络”（Network），再测试一次：402 或 429 是余额或频率限制，404 是模型不存在，500 及以上是服务自身的故障。',
    'doctor.maybe.unknown_model': '没有这个模型',
    'doctor.tell.unknown_model': '请把“{model}”和 {provider} 的模型列表逐字核对。',
    'doctor.maybe.wrong_path': '路径不对',
    'doctor.tell.wrong_path': '在新标签页打开 {base}/models：应显示列表或要求密钥，而不是“找不到”。',
    'doctor.maybe.nobody': '那里没有服务',
    'doctor.tell.nobody': '在新标签页打开 {base}/models：显示“拒绝连接”或“找不到”，说明那里没有服务在运行。',
    'doctor.maybe.blocked': '中途被拦下了',
    'doctor.tell.blocked': '换到无痕窗口（不带扩展）或另一个网络再测试。',
    'doctor.maybe.certificate': '证书无效',
    'doctor.tell.certificate': '在新标签页打开 {base}/models：证书有问题时浏览器会警告。',
    'doctor.maybe.local_network': '浏览器没有允许',
    'doctor.tell.local_network': '点地址栏左边的图标，可以看到是否允许访问本地网络。',
    'doctor.maybe.mixed_content': '浏览器认为不安全',
    'doctor.tell.mixed_content':
      'Safari 不让 https 页面调用 http，即使在本机上也不行：请换 Chrome 或 Firefox，或从 http://localhost 打开 Cairn。',
    'doctor.maybe.page_insecure': '本页面是用 http 打开的',
    'doctor.tell.page_insecure': '看一下地址栏：用 http 打开的页面不能调用这台电脑上的程序。',
  },
} as const;
