/** Attributes of HTML that the types of React 18 do not know. React writes them as they are. */
import 'react';

declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: 'auto';
    inert?: '';
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string;
  }
}
