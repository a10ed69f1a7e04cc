/** Messages about connecting and synchronising the person's other devices. */
export const devices = {
  'settings.section.devices': 'Your devices',
  'devices.lead':
    'Begin on one device, go on with another: through a server of your own, which sees sealed text only. Without it, everything stays in this browser.',
  'devices.phone': 'Phone',
  'devices.computer': 'Computer',
  'devices.server': 'Your server',
  'devices.kind.couch': 'CouchDB',
  'devices.kind_hint.couch': 'A database of your own, at home or hosted.',
  'devices.kind.remote': 'remoteStorage',
  'devices.kind_hint.remote': 'A folder of your account.',
  'devices.account': 'Account',
  'devices.account_hint':
    'Such as ada@storage.example. Sign in there and come back, or give address and access token yourself.',
  'devices.sign_in': 'Sign in',
  'devices.address': 'Address',
  'devices.address_hint.couch': 'Of the database, such as https://couch.example/cairn; it is made if it is not there.',
  'devices.address_hint.remote': 'Of the folder, such as https://storage.example/storage/ada/cairn.',
  'devices.name': 'Name',
  'devices.password': 'Password',
  'devices.token': 'Access token',
  'devices.passphrase': 'Passphrase',
  'devices.passphrase_hint':
    'It seals what leaves this device; the server never learns it. For a second device, type that of the first.',
  'devices.strength.short': 'Too short: take at least 12 characters.',
  'devices.strength.fair': 'Fair: a longer one is harder to guess.',
  'devices.strength.strong': 'Strong. Keep it somewhere safe.',
  'devices.suggest': 'Suggest one',
  'devices.device': 'Name of this device',
  'devices.device_hint': 'Your other devices show it.',
  'devices.connect': 'Connect this device',
  'devices.connecting': 'Connecting …',
  'devices.join': 'Join',
  'devices.decline': 'Do not join',
  'devices.invited':
    'A link asks this browser to join other devices. Whoever made it will be able to read everything that is stored here, and what is added later. What is stored there comes here.',
  'devices.invited_stored': 'Stored here: {list}.',
  'devices.invited_to': 'All of it goes to this address:',
  'devices.invited_http':
    'It begins with http://, so the way there is not encrypted: others on it can read the sign-in and see when something is sent. What is sent is sealed.',
  'devices.invited_own': 'The code is from a device of mine',
  'devices.invited_own_hint': 'You pressed “Show the code” there yourself.',
  'devices.fault.address': 'This is no address: it begins with https:// or http://.',
  'devices.fault.short': 'The passphrase is too short: take at least 12 characters.',
  'devices.fault.account':
    'No remoteStorage account was found by this name at {host}. Check it: it looks like ada@storage.example.',
  'devices.fault.unreachable':
    'There is no answer from {host}. Check the address and your network; a certificate that this browser does not trust looks the same: open the address in a tab to see.',
  'devices.fault.cors':
    '{host} is there but does not let this page read its answers (CORS). Allow this page there, then try again.',
  'devices.fault.mixed':
    'This page came over https, so the browser does not let it reach an address without. Give the server a certificate and use https://.',
  'devices.fault.conditions':
    '{host} accepts a write even where its condition fails, so two devices would overwrite each other. Nothing was connected: take a server that keeps conditions, such as CouchDB.',
  'devices.fault.passphrase':
    'This passphrase does not open what is on the server. Nothing was written; try that of your other device.',
  'devices.fault.other_space':
    'The server now holds the data of other devices than the code is from. Ask for a new code.',
  'devices.fault.old_code':
    'The code is from before a device was forgotten, so it opens nothing any more. Nothing was connected: let your other device show a new one.',
  'devices.fault.newer': 'A newer Cairn wrote what is on the server. Reload this page to get it, then try again.',
  'devices.fault.kept_not': 'This browser could not keep the sign-in. Make room, then try again.',
  'devices.fault.sign_in': '{host} does not know this name and password.',
  'devices.fault.forbidden':
    '{host} does not let this name write there. Give it the right to, or take another database.',
  'devices.fault.missing': 'There is nothing at this address on {host}. Check what comes after the host.',
  'devices.fault.too_large': '{host} refuses documents of this size. Raise its limit, then try again.',
  'devices.fault.busy': '{host} asks to wait. Try again in a minute.',
  'devices.fault.down': '{host} has trouble of its own just now. Try again later.',
  'devices.fault.full': 'There is no room left on {host}.',
  'devices.fault.unexpected': 'This is not what such a server answers. Check address and kind.',
  'devices.fault.code':
    'This code is not whole. Copy its address to the very end on your other device, or scan it with the camera.',
  'devices.code_own_machine':
    'Another device cannot reach {host}, since that means this machine itself. Open Cairn, and connect your server, by an address in your network.',
  'devices.code_same': 'This browser has joined the devices of this code already.',
  'devices.code_other':
    'This code is from other devices, not from those that this browser has joined. To join them, turn this connection off first, below.',
  'devices.no_model':
    'Keys of models are not sent along: enter one here to carry out plans on this device. What your other devices do is seen without one.',
  'devices.fault.removal':
    'What is on the server could not be removed, so this device is still connected. Try again, or turn it off and keep the copy.',
  'devices.cors_lines': 'For CouchDB, put these lines into local.ini and start it again:',
  'devices.state.connecting': 'Connecting …',
  'devices.state.working': 'At work: {done} of {total}',
  'devices.state.up_to_date': 'Up to date.',
  'devices.state.asking': 'Waiting for an answer from the server …',
  'devices.state.offline': '{reason} It is tried again by itself.',
  'devices.state.waiting': '{reason} Changes that wait for it: {n}. Go on as usual; they follow by themselves.',
  'devices.state.other_tab': 'Another tab of this browser keeps it up to date.',
  'devices.offline.unreachable': 'No answer from the server.',
  'devices.offline.busy': 'The server asks to wait.',
  'devices.offline.down': 'The server has trouble of its own just now.',
  'devices.offline.unexpected':
    'This is not what your server answers: a network that wants you to sign in first may answer in its place.',
  'devices.offline.unsent': 'The server does not accept what has changed here.',
  'devices.trouble.sign_in': 'The server does not accept the sign-in any more. Turn this off and connect again.',
  'devices.trouble.forbidden':
    'The server does not let this device write any more. Nothing is lost: it is tried again every five minutes.',
  'devices.trouble.missing': 'The database is no longer there. Nothing is lost: it is tried again every five minutes.',
  'devices.trouble.full': 'There is no room left on the server. Nothing is lost: it is tried again every five minutes.',
  'devices.trouble.too_large': 'The server refuses a document because of its size. Raise its limit.',
  'devices.trouble.wiped':
    'What your devices kept on the server is gone. Nothing was deleted here: turn this off and connect again to upload it anew.',
  'devices.trouble.other_space': 'The server holds the data of other devices. Turn this off and connect again.',
  'devices.trouble.newer': 'A newer Cairn wrote what is on the server. Reload this page to get it.',
  'devices.trouble.forgotten':
    'Another device of yours has forgotten this one. What is here stays; to join again, turn this off and connect with the new passphrase.',
  'devices.trouble.storage': 'What is stored in this browser could not be read or written. Reload this page.',
  'devices.conflict':
    'Your server took two writes at once and keeps two states of {titles}. Nothing is lost: one goes on here, the other stays beside it as a session marked ⑂.',
  'devices.unite': 'Go on with one',
  'devices.united': 'The session goes on here; what the other state had beyond it is kept as a session of its own.',
  'devices.not_united':
    'That could not be done now: the server gives no answer, or one of the states cannot be read. Try again later.',
  'devices.retry': 'Try again',
  'devices.list': 'Devices',
  'devices.this': 'This device',
  'devices.seen': 'last seen {when}',
  'devices.forget': 'Forget',
  'devices.forget_one': 'Forget {device}',
  'devices.forget_hint':
    '{device} can read nothing that is written from now on; what it has already stays there. It may know your passphrase, so take this new one and keep it somewhere safe. Your other devices go on by themselves. If {device} is in strange hands, change your password at the server too.',
  'devices.keep': 'Keep it',
  'devices.forgotten': '{device} is forgotten: what is written from now on has a new key.',
  'devices.another': 'Add a device',
  'devices.another_one': 'another device',
  'devices.another_hint':
    'Scan a code with the other device’s camera, or connect it with the same server and passphrase.',
  'devices.show_code': 'Show the code',
  'devices.hide_code': 'Hide the code',
  'devices.code': 'Code for another device',
  'devices.code_hint': 'Whoever sees this code can read all your data: show it to your own device only.',
  'devices.code_link': 'The code as an address',
  'devices.change_passphrase': 'Change the passphrase',
  'devices.new_passphrase': 'New passphrase',
  'devices.change': 'Change',
  'devices.passphrase_changed': 'The passphrase was changed.',
  'devices.leave': 'Leave',
  'devices.leave_hint':
    'Your data stays in this browser. What is on the server serves your other devices as long as it is there; if you remove it, they can no longer exchange anything.',
  'devices.leave_keep': 'Turn off, keep the copy',
  'devices.leave_remove': 'Turn off and remove the copy',
  'devices.turn_off': 'Turn off on this device',
  'devices.sign': 'Your devices: {state}',
  'devices.elsewhere': 'On another device',
  'devices.at_work': 'At work on {device}',
  'devices.last_used': 'Last used on {device}',
  'devices.needs_you': '{device} needs you',
  'devices.status_on': '{status} (on {device})',
  'devices.step': 'step {n} of {total}',
  'devices.continue_here': 'Continue here',
  'devices.not_done': 'Not done: this session is on {device}. Press “Continue here” first.',
  'devices.session_removed': 'Deleted the session “{title}”. Its plan on {device} is paused with it.',
  'devices.no_key_here':
    'This device has no key to go on with, so the work on {device} would stop. Enter the key in Settings first.',
  'devices.continue_anyway': 'Continue here anyway',
  'devices.lost': 'Another device of yours was faster. It goes on there.',
  'devices.asking': 'Waiting for the server of your devices. What you did here is kept until it answers.',
  'devices.not_reached':
    'The server of your devices gives no answer, so this cannot be done now. Try again when it does.',
  'devices.deleted_at_rest': '“{title}” was deleted on another device or in another tab. Undo it to go on here.',
  'devices.deleted': '“{title}” was deleted on another device or in another tab. Its plan is paused here.',
  'devices.branched':
    'Another device went on with a session. What was done here meanwhile is kept as a session of its own, marked ⑂.',
  'devices.frozen.rolled_back':
    'The server shows an older state of this session than before, so it stays as it is here. Fork it to go on with what you see.',
  'devices.frozen.altered':
    'Something of this session was changed or taken away on the server, so it stays as it is here. Fork it to go on with what you see.',
  'devices.frozen.conflicted':
    'Your server keeps two states of this session, so it stays as it is here. Settings → Your devices makes them one.',
} as const;
