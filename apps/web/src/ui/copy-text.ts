import { toast, toastFailure } from './toast.tsx';

export const copyText = (text: string, said: string): void =>
  void navigator.clipboard.writeText(text).then(() => toast({ text: said }), toastFailure);
