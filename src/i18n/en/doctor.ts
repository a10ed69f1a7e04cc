/**
 * The connection test: the error (`doctor.<cause>`) and its remedy (`….fix`, one step a line; a line that begins with
 * `$ ` is a command for the step before it). For causes that look alike: the name (`doctor.maybe.<cause>`) and how to
 * tell them apart (`doctor.tell.<cause>`).
 */
export const doctor = {
  'doctor.works': '{provider} works: {found}.',
  'doctor.found_models': '{count} {count|model|models} to choose from',
  'doctor.found_calls': 'it can use tools',
  'doctor.found_no_calls': 'it cannot use tools by itself',
  'doctor.found_streaming': 'answers appear as they are written',
  'doctor.found_whole': 'answers appear all at once',
  'doctor.found_between': ', ',
  'doctor.note_no_calls':
    'The model “{model}” makes no tool calls. Cairn works with it all the same, by asking for its decisions as JSON or as text; a model with tool calls errs less often.',
  'doctor.note_unlisted':
    'The model “{model}” is not among those that {provider} lists, yet the test was answered. Look whether the name is right.',
  'doctor.note_no_list': '{provider} lists no models, so only this test shows that the name “{model}” is right.',
  'doctor.note_api': 'It is asked over {api}, which serves this model better.',
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
  'doctor.key_hidden.fix': 'Copy the whole key again from where it was made, or make a new one there, and test again.',
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
  'doctor.barred_port': 'Browsers refuse to call port {port}, whatever runs there.',
  'doctor.barred_port.fix':
    'Start the server on another port, such as 8080, and change the port in the base URL to it.',
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
  'doctor.rate_limit.fix':
    'Wait a minute and test again. Something answers at this address; whether it takes the key is not known yet.',
  'doctor.rate_limit.wait':
    'Wait {seconds} {seconds|second|seconds} and test again. Something answers at this address; whether it takes the key is not known yet.',
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
  'doctor.part_missing': 'A part of Cairn could not be loaded: there may be a new version, or no network.',
  'doctor.part_missing.fix': 'Reload the page, then test again. What you have stored is safe.',
  'doctor.stopped': 'The test was stopped.',
  'doctor.stopped.fix': 'Press “Test connection” when you are ready.',
  'doctor.web_page': 'At this base URL there is a web page, not a model.',
  'doctor.web_page.fix':
    'Check the base URL: it is the address of the API, and most end in “/v1”.\nIf it is right, a sign-in page of your network may be in between: open any site in a new tab and sign in.',
  'doctor.wrong_path': '{host} answers, but has no model at this path.',
  'doctor.wrong_path.fix': 'Check the path of the base URL: most end in “/v1”.',
  'doctor.better': '{better} answers: did you mean that?',
  'doctor.not_a_model': '{host} answers, but not as a model does.',
  'doctor.not_a_model.fix': 'Check the base URL: it is the address of an OpenAI-compatible API, and most end in “/v1”.',
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
  'doctor.maybe.plain_http': 'The server answers to http, not to https',
  'doctor.tell.plain_http': 'Let the base URL begin with http:// in place of https://, then test again.',
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
} as const;
