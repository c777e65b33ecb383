/**
 * Reads markdown with bounded work, because each reader of a text pays for it. Beyond the bounds, signs stand
 * for themselves.
 */
import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';

/** Quotes, lists, emphasis, links and pictures inside one another. */
const MOST_LEVELS = 10;
/** Characters in which to look for the end of emphasis and of nested parts, for a text of the longest kind. */
const MOST_STEPS = 400_000;

/** RFC 5321 allows 64 characters before the @ of an address. Without that limit, each sign looks for one to the end. */
const shortAddresses = ({ source }: RegExp) => new RegExp(source.replaceAll(/\]\+(?=\(?@)/g, ']{1,64}'));
const { breaks } = Lexer.rules.inline;
export const INLINE = { ...breaks, text: shortAddresses(breaks.text), url: shortAddresses(breaks.url) };

export type Lexed = { tokens: Token[]; steps: number };

export function lexMarkdown(text: string): Lexed {
  const tokenizer = new BoundedTokenizer();
  const lexer = new Lexer({ gfm: true, breaks: true, tokenizer });
  tokenizer.rules = { ...tokenizer.rules, inline: INLINE };
  return { tokens: lexer.lex(text), steps: tokenizer.steps };
}

class BoundedTokenizer extends Tokenizer {
  steps = 0;
  #level = 0;

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#bounded(() => super.blockquote(src));
  }
  override list(src: string): Tokens.List | undefined {
    return this.#bounded(() => super.list(src));
  }
  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    return this.#bounded(() => super.link(src));
  }
  override reflink(...given: Parameters<Tokenizer['reflink']>): ReturnType<Tokenizer['reflink']> {
    return this.#bounded(() => super.reflink(...given));
  }
  override emStrong(src: string, maskedSrc: string, prevChar?: string): Tokens.Em | Tokens.Strong | undefined {
    // Within a word, an underscore is none of it, and nothing is read.
    const opens = src.startsWith('*') || (src.startsWith('_') && !/[\p{L}\p{N}]$/u.test(prevChar ?? ''));
    return this.#bounded(() => super.emStrong(src, maskedSrc, prevChar), opens ? src.length : 0);
  }
  override del(src: string, maskedSrc: string, prevChar?: string): Tokens.Del | undefined {
    return this.#bounded(() => super.del(src, maskedSrc, prevChar), src.startsWith('~') ? src.length : 0);
  }

  /** `missing` is how much is read in vain where there is no such part. */
  #bounded<T extends { raw: string }>(read: () => T | undefined, missing = 0): T | undefined {
    if (this.#level === MOST_LEVELS || this.steps >= MOST_STEPS) return undefined;
    this.#level += 1;
    try {
      const token = read();
      this.steps += token?.raw.length ?? missing;
      return token;
    } finally {
      this.#level -= 1;
    }
  }
}
