/** A short message that lies over the page for a while. */
export interface ToastMessage {
  id: number;
  text: string;
  tone: 'plain' | 'refused';
  action?: { label: string; run: () => void } | undefined;
}

const lifetime = 7000;

/** The toasts on show, newest last. Plain ones go by themselves; refusals stay until dismissed. */
export class Toasts {
  #next = 1;
  list = $state.raw<readonly ToastMessage[]>([]);

  readonly tell = (text: string, action?: ToastMessage['action']): void => {
    const id = this.#add({ text, tone: 'plain', action });
    setTimeout(() => this.dismiss(id), lifetime);
  };

  readonly refuse = (text: string, action?: ToastMessage['action']): void => {
    this.#add({ text, tone: 'refused', action });
  };

  readonly dismiss = (id: number): void => {
    this.list = this.list.filter((toast) => toast.id !== id);
  };

  #add(toast: Omit<ToastMessage, 'id'>): number {
    const id = this.#next++;
    this.list = [...this.list.slice(-2), { ...toast, id }];
    return id;
  }
}
