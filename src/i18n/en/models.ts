/**
 * Model connections: errors and what to do, with `{provider}`, `{model}` and `{detail}` filled in; several connections,
 * and encrypted keys. Models that run in the page: the stored files, how they are added, and what may go wrong.
 */
export const models = {
  'error.no_connection': 'No model was connected. Connect one in Settings, then continue, or try the demo.',
  'error.no_key':
    'There is no API key for {provider} in this tab: none was entered, or it was kept only for a tab that is closed, or for another one. Enter it in Settings.',
  'error.no_key_before': 'There was no API key for {provider} where the plan was at work.',
  'error.locked_before': 'The key for {provider} was locked where the plan was at work.',
  'error.key_is_here_now': 'There was no API key where the plan was at work. It is here now: continue.',
  'error.key_is_unlocked': 'The key was locked where the plan was at work. It is unlocked now: continue.',
  'error.locked': 'The key for {provider} is encrypted. Enter your passphrase to unlock it, then continue.',
  'error.auth':
    '{provider} does not accept this API key. Check in Settings that the key is complete, still valid and made for this provider. {detail}',
  'error.quota':
    'The account at {provider} has no credit or allowance left. Top it up or choose another connection in Settings, then continue. {detail}',
  'error.unknown_model':
    '{provider} does not know {model}, or this key may not use it. Choose another model in Settings. {detail}',
  'error.part_missing':
    'The part of Cairn that speaks to models could not be loaded: there may be a new version of Cairn, or no network. Reload the page, then continue: nothing is lost or done twice.',
  'error.unreachable':
    '{provider} could not be reached: the network may be down, the address may be wrong, an extension or your office’s network may block the call, or {provider} does not allow calls from a web page (some do so when the key is wrong). Check your network, the base URL and the key, try with extensions switched off, then press “Test connection” in Settings.',
  'error.unreachable_now':
    '{provider} has answered before and cannot be reached now: your network or the server may be down, or an extension or your office’s network may block the call. Nothing is lost: press Continue once it is back. If you have changed the base URL or the key, check them in Settings.',
  'error.barred_port':
    'Browsers refuse to call port {port}, whatever runs there. Start the model’s server on another port, such as 8080, and change the port in the base URL in Settings.',
  'error.bad_request':
    '{provider} refused the request. If it has not answered before, check the base URL (most end in “/v1”) and the model in Settings. If it has, something in this request is not to its liking: skip, edit or start over the step in its menu. {detail}',
  'error.refused':
    '{provider} refused this very request before, so Cairn does not send it again. In the step’s menu you can skip it, edit it, start it over or have Cairn look at the plan again; or choose another model in Settings. {detail}',
  'error.moderated':
    '{provider} refused this request because of what it says: its content moderation did not let it through. Edit or skip the step in its menu, or say in other words what you want; then continue. Another model may take it as it is. {detail}',
  'error.bad_request_early':
    '{provider} refused the request. If it has not answered before, check the base URL (most end in “/v1”) and the model in Settings. If it has, something in this request is not to its liking: stop, and write your goal in other words. {detail}',
  'error.refused_early':
    '{provider} refused this very request before, so Cairn does not send it again. Stop and write your goal in other words, or choose another model in Settings. {detail}',
  'error.moderated_early':
    '{provider} refused this request because of what it says: its content moderation did not let it through. Stop, and write your goal in other words. Another model may take it as it is. {detail}',
  'error.context_length_early':
    'Even in its shortest form this is too much text for {model}. Stop and write a shorter goal, choose a model with a larger context in Settings, or let the server take more (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx; llama.cpp: -c).',
  'error.too_large_early':
    'Even in its shortest form the request is too large for {provider} or a proxy before it. Stop and write a shorter goal, choose another connection in Settings, or let the server take larger requests (nginx: client_max_body_size). {detail}',
  'error.no_images': '{model} takes no images at {provider}. Choose one that does in Settings.',
  'error.images_refused': '{provider} refused the images. Send fewer or smaller ones.',
  'error.no_tools': '{model} cannot use tools at {provider}. Choose a model that can in Settings.',
  'error.context_length':
    'Even in its shortest form this is too much text for {model}. Skip, edit or start over the step in its menu, choose a model with a larger context in Settings, or let the server take more (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx; llama.cpp: -c).',
  'error.too_large':
    'Even in its shortest form the request is too large for {provider} or a proxy before it. Skip, edit or start over the step in its menu, choose another connection in Settings, or let the server take larger requests (nginx: client_max_body_size). {detail}',
  'error.rate_limit': '{provider} gets too many requests at the moment. Wait a little, then continue. {detail}',
  'error.rate_limit_for': '{provider} gets too many requests at the moment. Wait {wait}, then continue. {detail}',
  'error.said': 'The server says: “{detail}”',
  'error.server': '{provider} has a problem of its own at the moment. Wait a little, then continue. {detail}',
  'error.truncated':
    'The reply of {provider} broke off in the middle. Continue to ask again; if it keeps happening, check your network.',
  'error.stalled':
    '{provider} stopped sending in the middle of a reply. Continue to ask again; if it keeps happening, choose another model.',
  'error.bad_response':
    '{provider} sent something that is not a model’s reply. Check the base URL in Settings, and whether a sign-in page of your network is in between. {detail}',
  'error.only_thought':
    '{model} sent only its thinking and no answer; often its server sorts the two wrongly. Continue to ask again, check the “reasoning parser” of the server, or choose another model in Settings.',
  'error.empty': '{model} sent an empty reply. Continue to ask again, or choose another model in Settings.',
  'error.some_provider': 'the model’s server',
  'error.provider_with_model': '{provider} (model “{model}”)',
  'error.some_model': 'the model',
  'error.model_named': 'the model “{model}”',
  'error.aborted': 'The call was stopped. Continue when you are ready.',
  'connections.list': 'Connections',
  'connections.in_use': 'in use',
  'connections.key_refused': 'key refused',
  'connections.add': 'Add a connection',
  'connections.new': 'New connection',
  'connections.edit': 'Change {name}',
  'connections.remove': 'Delete {name}',
  'connections.remove_question': 'Delete this connection?',
  'connections.remove_text': '“{name}” and its key are deleted from this device. This cannot be undone.',
  'connections.remove_yes': 'Delete',
  'connections.keep': 'Keep it',
  'connections.removed': '“{name}” was deleted.',
  'connections.removed_choose': '“{name}” was deleted. Choose which connection to use from now on.',
  'connections.thoughts': 'Model for the work within steps',
  'connections.thoughts_hint': 'A cheaper model can do the single steps; plans are still made by the one in use.',
  'connections.thoughts_same': 'The one in use',
  'connection.name': 'Name (if you like)',
  'connection.hide_key': 'Hide key',
  'connection.keep_device_hint': 'Anyone with this browser profile can use the key.',
  'connection.testing': 'Testing…',
  'connection.key_not_needed': 'Leave it empty if the server asks for none. ',
  'connection.keep_passphrase_hint':
    'Kept on this device, but encrypted: nobody reads it without your passphrase. After a reload you enter it again.',
  'connection.passphrase': 'Passphrase',
  'connection.passphrase_new': 'Choose a passphrase',
  'connection.passphrase_new_hint':
    'At least 8 characters. It is stored nowhere: if you forget it, delete the key and enter it again.',
  'connection.passphrase_hint': 'The one you chose for your encrypted keys.',
  'connection.show_passphrase': 'Show what you type',
  'connection.hide_passphrase': 'Hide what you type',
  'connection.change_passphrase': 'Change the passphrase',
  'connection.change_passphrase_text':
    'All keys that are encrypted on this device are encrypted with the new passphrase at once; the old one no longer opens them.',
  'connection.change_passphrase_do': 'Change',
  'connection.passphrase_changed': 'The passphrase was changed.',
  'connection.passphrase_short': 'Choose a passphrase of at least 8 characters.',
  'connection.passphrase_missing': 'Enter your passphrase: the key is encrypted.',
  'connection.passphrase_wrong': 'That is not the passphrase of your encrypted keys. Try again.',
  'settings.keys_passphrase':
    'On this device, encrypted with your passphrase. It is never part of an export, a log or the history.',
  'settings.keys_session_device':
    'In two places: in this tab, until it closes, and on this device, until you remove it. This tab uses its own copy. Neither is ever part of an export, a log or the history.',
  'settings.keys_session_passphrase':
    'In two places: in this tab, until it closes, and on this device, encrypted with the passphrase. This tab uses its own copy. Neither is ever part of an export, a log or the history.',
  'settings.keys_lost':
    'This connection was saved with a key that is no longer here: enter it above and save, or use the connection without a key.',
  'settings.keys_open': 'Unlocked for now.',
  'settings.keys_locked': 'Locked: Cairn asks for the passphrase when it needs the key.',
  'settings.lock': 'Lock now',
  'settings.auto_lock': 'Lock by itself',
  'settings.auto_lock_after': 'after {minutes} minutes without work',
  'settings.auto_lock_never': 'only when the tab closes or reloads',
  'unlock.title': 'Unlock your keys',
  'unlock.text':
    'The key of this connection is encrypted. Your passphrase unlocks it until the page closes or reloads.',
  'unlock.text_minutes':
    'The key of this connection is encrypted. Your passphrase unlocks it until the page closes or reloads, or until nothing has been done for {minutes} minutes.',
  'unlock.forgotten': 'Forgotten the passphrase?',
  'unlock.forget_text':
    'Without the passphrase nobody can read the encrypted keys of your connections. Delete them, and enter the key again in the settings; nothing else is lost.',
  'unlock.forget': 'Delete and enter anew',
  'unlock.do': 'Unlock and continue',
  'unlock.cancel': 'Not now',
  'sign_in.hint':
    'OpenRouter asks you whether Cairn may have a key of its own, and how much it may spend. No key has to be copied.',
  'sign_in.title': 'Encrypt the key',
  'sign_in.text': 'OpenRouter has agreed. With your passphrase the key is fetched and kept on this device, encrypted.',
  'sign_in.finish': 'Fetch the key',
  'sign_in.done': 'You are signed in: OpenRouter is connected.',
  'sign_in.refused': 'OpenRouter gave no key, since the sign-in was declined there; nothing has changed here.',
  'sign_in.unfinished':
    'The sign-in with OpenRouter was not finished; nothing has changed, and you can start it again.',
  'sign_in.elsewhere':
    'A sign-in that this tab has not begun came back here and was ignored: sign in again in this tab.',
  'sign_in.spent':
    'OpenRouter did not accept the answer to the sign-in, which works once and not for long: sign in again.',
  'sign_in.unreachable': 'OpenRouter could not be reached to fetch the key: check your network, then sign in again.',
  'sign_in.unexpected':
    'OpenRouter answered with something that is not a key: sign in again later, or enter a key yourself.',
  'sign_in.not_kept': 'This browser could not keep the key: sign in again, and keep it until the tab closes.',
  'on_device.lead':
    'A small language model works inside this page. What you write stays on this device, and once the model is here it works without the internet.',
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
  'on_device.delete_text': '{name} ({size}) is removed from this browser. To use it again, you have to load it again.',
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
  'connection.forget_key': 'Forget the key',
  'connection.without_key': 'Use without a key',
  'connection.forgotten': 'The key is removed from this device.',
  'connection.key_in_address':
    'This address holds a key, which is stored in the clear with it; only backups leave it out. If the endpoint takes it as a header, change the connection and enter it as its key.',
  'connection.key_kept': 'A key is stored. Leave this empty to keep it.',
  'connection.key_refused': 'This key was refused. Enter another one.',
  'connection.saved': 'The connection is saved.',
  'connection.saved_refused': 'The connection is saved, but its key was refused when it was tested.',
  'connection.saved_goal': 'The connection is saved. Write a goal.',
  'connection.saved_send': 'The connection is saved. Send it.',
  'connection.saved_continue': 'The connection is saved. Press Continue to go on.',
  'connection.file_missing': 'Choose a model first.',
  'connection.url_insecure':
    'Use https: over http a key is readable on the way. Only this machine and the local network may use http.',
  'connection.key_missing': 'Enter the API key of {provider}.',
  'connection.url_invalid': 'Enter a full address such as https://api.example.com/v1.',
  'connection.model_missing': 'Enter the name of a model.',
} as const;
