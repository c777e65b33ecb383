/** Markdown as React elements: no string of HTML anywhere, so nothing that somebody writes becomes more than text. */
import { lexer, type MarkedToken, type Token } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import styles from './markdown.module.css';

/** `#` stands below the headings of the page. Pictures of other sites are links: nobody is asked to load them. */
export function Markdown({ text, top = 3 }: { text: string; top?: 2 | 3 }) {
  const content = useMemo(() => rendered(lexer(text), top), [text, top]);
  return <div className={styles.markdown}>{content}</div>;
}

const rendered = (tokens: readonly Token[], top: number): ReactNode =>
  createElement(Fragment, null, ...tokens.map((token) => element(token as MarkedToken, top)));

function element(token: MarkedToken, top: number): ReactNode {
  const inner = (tokens: readonly Token[] | undefined) => rendered(tokens ?? [], top);
  switch (token.type) {
    case 'heading':
      return createElement(`h${Math.min(6, token.depth + top - 1)}`, null, inner(token.tokens));
    case 'paragraph':
      return <p>{inner(token.tokens)}</p>;
    case 'blockquote':
      return <blockquote>{inner(token.tokens)}</blockquote>;
    case 'list': {
      const items = token.items.map((item) => createElement('li', null, inner(item.tokens)));
      return createElement(token.ordered ? 'ol' : 'ul', token.ordered ? { start: token.start || 1 } : null, ...items);
    }
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'table': {
      const cells = (row: typeof token.header, Cell: 'th' | 'td') =>
        createElement('tr', null, ...row.map((cell) => createElement(Cell, null, inner(cell.tokens))));
      return (
        <div className={styles.scroll}>
          <table>
            <thead>{cells(token.header, 'th')}</thead>
            {createElement('tbody', null, ...token.rows.map((row) => cells(row, 'td')))}
          </table>
        </div>
      );
    }
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'strong':
      return <strong>{inner(token.tokens)}</strong>;
    case 'em':
      return <em>{inner(token.tokens)}</em>;
    case 'del':
      return <del>{inner(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <SafeLink href={token.href}>{inner(token.tokens)}</SafeLink>;
    case 'image':
      return <SafeLink href={token.href}>{token.text || token.href}</SafeLink>;
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens ? inner(token.tokens) : token.text;
    case 'space':
    case 'def':
      return null;
    default:
      // HTML among it, as it was written.
      return token.raw;
  }
}

const SAFE = /^(https?:\/\/|mailto:|\/(?![/\\]))/i;

function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  if (!SAFE.test(href)) return <>{children}</>;
  return (
    <a href={href} rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
