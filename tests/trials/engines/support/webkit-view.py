"""WebKitGTK in windows of the trial's own: takes commands as JSON lines, answers each with a line of its own."""

import base64
import ctypes
import json
import os
import sys
import threading

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, WebKit2  # noqa: E402

given = json.loads(sys.argv[1])
width, height = given["size"]["width"], given["size"]["height"]
profile = given["profile"]
Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", given["dark"])
data = (
    WebKit2.WebsiteDataManager(
        base_data_directory=os.path.join(profile, "data"), base_cache_directory=os.path.join(profile, "cache")
    )
    if profile
    else WebKit2.WebsiteDataManager.new_ephemeral()
)
context = WebKit2.WebContext.new_with_website_data_manager(data)
views = []
chosen = {}
special = {"Enter": "Return", "ArrowDown": "Down", "ArrowUp": "Up", "ArrowLeft": "Left", "ArrowRight": "Right"}
special |= {"Control": "Control_L", "Shift": "Shift_L", "Backspace": "BackSpace", " ": "space", "Space": "space"}
modifiers = {"Control": Gdk.ModifierType.CONTROL_MASK, "Shift": Gdk.ModifierType.SHIFT_MASK}
pressed = Gdk.ModifierType(0)


def tell(id, value=None, error=None):
    print(json.dumps({"id": id, "error": error} if error is not None else {"id": id, "value": value}), flush=True)


def save(_, download):
    download.connect("decide-destination", aim)


def aim(download, name):
    download.set_destination("file://" + os.path.join(given["downloads"], name or "file"))
    return True


context.connect("download-started", save)


def open_view():
    view = WebKit2.WebView.new_with_context(context)
    view.connect("run-file-chooser", hand_over)
    view.connect("decide-policy", keep_here)
    window = Gtk.Window()
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    view.grab_focus()
    views.append(view)
    return len(views) - 1


def keep_here(view, decision, kind):
    """What cannot be shown is saved, as browsers do."""
    if kind == WebKit2.PolicyDecisionType.RESPONSE and not decision.is_mime_type_supported():
        decision.download()
        return True
    return False


def hand_over(view, request):
    request.select_files(chosen.get(view, []))
    return True


def loaded(view, event, id):
    if event == WebKit2.LoadEvent.FINISHED:
        view.disconnect_by_func(loaded)
        tell(id)


def event_of(kind, view):
    event = Gdk.Event.new(kind)
    event.set_device(view.get_display().get_default_seat().get_pointer())
    event.window = view.get_window()
    event.send_event = True
    return event


def mouse(view, kind, x, y):
    global pressed
    made = {
        "move": Gdk.EventType.MOTION_NOTIFY,
        "down": Gdk.EventType.BUTTON_PRESS,
        "up": Gdk.EventType.BUTTON_RELEASE,
    }[kind]
    event = event_of(made, view)
    part = event.motion if kind == "move" else event.button
    part.x, part.y, part.x_root, part.y_root = x, y, x, y
    part.time = GLib.get_monotonic_time() // 1000
    part.state = pressed
    if kind != "move":
        part.button = 1
        pressed = Gdk.ModifierType.BUTTON1_MASK if kind == "down" else Gdk.ModifierType(0)
    Gtk.main_do_event(event)


def key(view, name, down, state):
    value = Gdk.keyval_from_name(special.get(name, name))
    if value in (0, Gdk.KEY_VoidSymbol):
        value = Gdk.unicode_to_keyval(ord(name[0]))
    event = event_of(Gdk.EventType.KEY_PRESS if down else Gdk.EventType.KEY_RELEASE, view)
    event.set_device(view.get_display().get_default_seat().get_keyboard())
    event.key.keyval = value
    event.key.state = state
    event.key.time = GLib.get_monotonic_time() // 1000
    found, keys = Gdk.Keymap.get_for_display(view.get_display()).get_entries_for_keyval(value)
    if found:
        event.key.hardware_keycode = keys[0].keycode
    Gtk.main_do_event(event)


def press(view, names):
    state = Gdk.ModifierType(0)
    for name in names:
        key(view, name, True, state)
        state |= modifiers.get(name, Gdk.ModifierType(0))
    for name in reversed(names):
        key(view, name, False, state)
        state &= ~modifiers.get(name, Gdk.ModifierType(0))


class Finger(ctypes.Structure):
    """Gdk's touch event: what it holds of a finger cannot be set from Python otherwise."""

    _fields_ = [
        ("type", ctypes.c_int),
        ("window", ctypes.c_void_p),
        ("send_event", ctypes.c_int8),
        ("time", ctypes.c_uint32),
        ("x", ctypes.c_double),
        ("y", ctypes.c_double),
        ("axes", ctypes.c_void_p),
        ("state", ctypes.c_uint),
        ("sequence", ctypes.c_void_p),
        ("emulating_pointer", ctypes.c_int),
        ("device", ctypes.c_void_p),
        ("x_root", ctypes.c_double),
        ("y_root", ctypes.c_double),
    ]


fingers = 0


def touch(view, path):
    global fingers
    fingers += 1
    begin, move, end = Gdk.EventType.TOUCH_BEGIN, Gdk.EventType.TOUCH_UPDATE, Gdk.EventType.TOUCH_END
    for kind, at in [(begin, path[0]), *((move, each) for each in path[1:]), (end, path[-1])]:
        event = event_of(kind, view)
        raw = Finger.from_address(hash(event))
        raw.x = raw.x_root = at["x"]
        raw.y = raw.y_root = at["y"]
        raw.time = GLib.get_monotonic_time() // 1000
        raw.sequence = fingers
        Gtk.main_do_event(event)
        for _ in range(20):
            Gtk.main_iteration_do(False)


def shot(view):
    window = view.get_window()
    picture = Gdk.pixbuf_get_from_window(window, 0, 0, window.get_width(), window.get_height())
    return base64.b64encode(picture.save_to_bufferv("png", [], [])[1]).decode()


def evaluate(view, code, id):
    def answered(_, result):
        try:
            tell(id, view.call_async_javascript_function_finish(result).to_string())
        except GLib.Error as error:
            tell(id, error=error.message)

    view.call_async_javascript_function(code, -1, None, None, None, None, answered)


def perform(command):
    id, act = command["id"], command["act"]
    view = views[command["view"]] if "view" in command else None
    if act == "version":
        return tell(id, f"{WebKit2.get_major_version()}.{WebKit2.get_minor_version()}.{WebKit2.get_micro_version()}")
    if act == "open":
        return tell(id, open_view())
    if act == "goto":
        view.connect("load-changed", loaded, id)
        return view.load_uri(command["address"])
    if act == "evaluate":
        return evaluate(view, command["code"], id)
    if act == "screenshot":
        return tell(id, shot(view))
    if act == "mouse":
        mouse(view, command["kind"], command["x"], command["y"])
    if act == "press":
        press(view, command["keys"])
    if act == "touch":
        touch(view, command["path"])
    if act == "choose":
        chosen[view] = command["paths"]
    if act == "gesture":
        view.run_javascript(command["code"], None, None)
    if act == "quit":
        Gtk.main_quit()
    return tell(id)


def answer(line):
    command = json.loads(line)
    try:
        perform(command)
    except Exception as error:  # noqa: BLE001
        tell(command["id"], error=repr(error))


def listen():
    for line in sys.stdin:
        GLib.idle_add(answer, line)
    GLib.idle_add(Gtk.main_quit)


threading.Thread(target=listen, daemon=True).start()
Gtk.main()
