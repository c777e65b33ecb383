/** Escapes text for an HTML page or attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const style = `
:root { color-scheme: light dark; --accent: #3a6ea5; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
header { padding: 1.5rem 1rem; background: var(--accent); color: #fff; }
header p { margin-block: .25rem 0; opacity: .9; }
h1 { margin: 0; font-size: 1.4rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
header > *, main { max-width: 46rem; margin-inline: auto; }
main { padding: 1rem; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
.card { display: block; padding: .75rem 1rem; border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas);
  border-radius: .5rem; color: inherit; text-decoration: none; }
a.card:hover, a.card:focus-visible { border-color: var(--accent); outline: 2px solid var(--accent); }
.card small { display: block; opacity: .75; }
.cancel { display: inline-block; margin-top: 1rem; color: inherit; }
code { overflow-wrap: anywhere; }`;

/** A whole page. `body` is already HTML; title and lead are text. */
export function page(options: { title: string; lead: string; accent: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(options.title)}</title>
<style>${style}
:root { --accent: ${options.accent}; }</style>
</head>
<body>
<header><h1>${escapeHtml(options.title)}</h1><p>${escapeHtml(options.lead)}</p></header>
<main>${options.body}</main>
</body>
</html>
`;
}
