/** People's markdown as elements, for `<Markdown>`. It never creates or keeps HTML. */
import type { Tokens as Marked, MarkedToken, Token } from 'marked';
import { Component, createContext, createElement, Fragment, type ReactNode, useContext, useMemo } from 'react';
import { lexMarkdown } from './bounded-lexer.ts';
import styles from './markdown.module.css';
import { isOwnInterface, isOwnPage } from './own-page.ts';

type Props = { text: string; first?: 2 | 3 };

export function Formatted({ text, first = 3 }: Props) {
  return (
    <PlainOnFailure text={text}>
      <Tokens text={text} first={first} />
    </PlainOnFailure>
  );
}

function Tokens({ text, first }: Required<Props>) {
  const { tokens } = useMemo(() => lexMarkdown(text), [text]);
  return (
    <FirstHeading.Provider value={first}>
      <div className={styles.text}>{all(tokens)}</div>
    </FirstHeading.Provider>
  );
}

/** A text that cannot be formatted must not take the page with it. */
class PlainOnFailure extends Component<{ text: string; children: ReactNode }, { failed?: string }> {
  override state: { failed?: string } = {};

  override render() {
    const { text, children } = this.props;
    return this.state.failed === text ? <p className={styles.plain}>{text}</p> : children;
  }

  override componentDidCatch() {
    this.setState({ failed: this.props.text });
  }
}

// A text always renders as a whole, so its parts can use their index as key.
const all = (tokens: readonly Token[] = []): ReactNode =>
  tokens.map((token, at) => <Fragment key={`${at}`}>{one(token as MarkedToken)}</Fragment>);

const SMALLEST_HEADING = 6;
const FirstHeading = createContext(3);

function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  return createElement(`h${Math.min(depth + useContext(FirstHeading) - 1, SMALLEST_HEADING)}`, {}, children);
}

function one(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'heading':
      return <Heading depth={token.depth}>{all(token.tokens)}</Heading>;
    case 'paragraph':
      return <p>{all(token.tokens)}</p>;
    case 'text':
      return token.tokens ? all(token.tokens) : token.text;
    case 'strong':
      return <strong>{all(token.tokens)}</strong>;
    case 'em':
      return <em>{all(token.tokens)}</em>;
    case 'del':
      return <del>{all(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{all(token.tokens)}</blockquote>;
    case 'list':
      return <List list={token} />;
    case 'link':
      return <Target href={token.href}>{all(token.tokens)}</Target>;
    case 'image':
      // Pictures on other hosts would reveal the reader to them.
      return <Target href={token.href}>{token.text || token.href}</Target>;
    case 'table':
      return <Table table={token} />;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'checkbox':
      return <input type="checkbox" checked={token.checked} disabled />;
    case 'escape':
    case 'html':
      return token.text;
    default:
      return null;
  }
}

function List({ list }: { list: Marked.List }) {
  const items = list.items.map((item, at) => <li key={`${at}`}>{all(item.tokens)}</li>);
  return list.ordered ? <ol start={list.start === '' ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table }: { table: Marked.Table }) {
  const cell = (tag: 'th' | 'td', { tokens, align }: Marked.TableCell, at: number) =>
    createElement(tag, { key: at, ...(align ? { style: { textAlign: align } } : {}) }, all(tokens));
  return (
    <div className={styles.wide}>
      <table>
        <thead>
          <tr>{table.header.map((head, at) => cell('th', head, at))}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={`${at}`}>{row.map((data, column) => cell('td', data, column))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A link if its address is safe to follow; otherwise only its text. */
function Target({ href, children }: { href: string; children: ReactNode }) {
  if (isOwnPage(href)) return <a href={href}>{children}</a>;
  if (!/^(https?:\/\/|mailto:)/i.test(href) || isOwnInterface(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer nofollow ugc">
      {children}
    </a>
  );
}
