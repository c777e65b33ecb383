/** Discord's limits of an answer to an interaction: components, forms, choices, texts. */

export type Component = {
  type: number;
  custom_id?: string;
  label?: string;
  url?: string;
  style?: number;
  disabled?: boolean;
  placeholder?: string;
  value?: string;
  max_length?: number;
  options?: { label: string; value: string; description?: string; default?: boolean }[];
  components?: Component[];
  component?: Component;
};

export type Shown = {
  type: number;
  data?: {
    content?: string | null;
    flags?: number;
    embeds?: { title?: string; description?: string }[] | null;
    components?: Component[] | null;
    choices?: { name: string; value: string | number }[];
    custom_id?: string;
    title?: string;
    allowed_mentions?: object;
  };
};

const ANSWERS: Record<number, number[]> = { 1: [1], 2: [4, 5, 9], 3: [4, 5, 6, 7, 9], 4: [8], 5: [4, 5, 6, 7] };

/** The field that Discord would refuse and why; null for an answer that it takes. */
export function problemOf({ type, data = {} }: Shown, interaction: number): string | null {
  if (!ANSWERS[interaction]?.includes(type))
    return `type: ${type} is no answer to an interaction of type ${interaction}`;
  if (type === 5) return null;
  if (type === 8) return choicesProblem(data.choices);
  if (type === 9) return formProblem(data);
  const { content, embeds, components } = data;
  if (!content && !embeds?.length) return 'data: an empty message';
  return tooLong('data.content', content, 2_000) ?? embedsProblem(embeds ?? []) ?? rowsProblem(components ?? []);
}

function choicesProblem(choices: NonNullable<Shown['data']>['choices']): string | null {
  if (!choices || choices.length > 25) return 'data.choices: 0 to 25';
  return firstOf(
    choices.map(
      ({ name, value }, index) =>
        between(`data.choices.${index}.name`, name, 1, 100) ??
        between(`data.choices.${index}.value`, String(value), 1, 100),
    ),
  );
}

function formProblem({ custom_id, title, components = [] }: NonNullable<Shown['data']>): string | null {
  if (!components || components.length < 1 || components.length > 5) return 'data.components: 1 to 5';
  return (
    between('data.custom_id', custom_id, 1, 100) ??
    between('data.title', title, 1, 45) ??
    firstOf(
      components.map((label, index) => {
        if (label.type !== 18 || !label.component) return `data.components.${index}: no label with a component`;
        return (
          between(`data.components.${index}.label`, label.label, 1, 45) ?? componentProblem(label.component, index)
        );
      }),
    )
  );
}

function embedsProblem(embeds: { title?: string; description?: string }[]): string | null {
  if (embeds.length > 10) return 'data.embeds: at most 10';
  if (JSON.stringify(embeds).length > 8_000) return 'data.embeds: more than 6000 characters';
  return firstOf(
    embeds.map(
      ({ title, description }, index) =>
        tooLong(`data.embeds.${index}.title`, title, 256) ??
        tooLong(`data.embeds.${index}.description`, description, 4_096),
    ),
  );
}

function rowsProblem(rows: Component[]): string | null {
  if (rows.length > 5) return 'data.components: at most 5 rows';
  const ids = rows.flatMap(({ components = [] }) => components.flatMap(({ custom_id }) => custom_id ?? []));
  if (new Set(ids).size < ids.length) return 'data.components: a custom id twice';
  return firstOf(
    rows.map((row, index) => {
      const inside = row.components ?? [];
      if (row.type !== 1 || inside.length < 1 || inside.length > 5) return `data.components.${index}: 1 to 5 in a row`;
      if (inside.some(({ type }) => type === 3) && inside.length > 1)
        return `data.components.${index}: a select is alone`;
      return firstOf(inside.map((component) => componentProblem(component, index)));
    }),
  );
}

function componentProblem(
  { type, style, label, url, custom_id, options = [], placeholder }: Component,
  at: number,
): string | null {
  const place = `data.components.${at}`;
  if (type === 2 && style === 5)
    return url?.startsWith('http') && !custom_id ? tooLong(place, label, 80) : `${place}: no link`;
  const id = between(`${place}.custom_id`, custom_id, 1, 100);
  if (type === 2) return id ?? between(`${place}.label`, label, 1, 80);
  if (type === 4) return id;
  if (type !== 3) return `${place}.type: ${type} is not known here`;
  if (options.length < 1 || options.length > 25) return `${place}.options: 1 to 25`;
  if (new Set(options.map(({ value }) => value)).size < options.length) return `${place}.options: a value twice`;
  const texts = options.flatMap((option) => [option.label, option.value, option.description ?? 'none']);
  return (
    id ??
    tooLong(`${place}.placeholder`, placeholder, 150) ??
    firstOf(texts.map((text) => between(`${place}.options`, text, 1, 100)))
  );
}

const firstOf = (problems: (string | null)[]) => problems.find((problem) => problem !== null) ?? null;
const tooLong = (place: string, text: string | null | undefined, most: number) =>
  text && text.length > most ? `${place}: more than ${most} characters` : null;
const between = (place: string, text: string | undefined, least: number, most: number) =>
  text === undefined || text.length < least || text.length > most ? `${place}: ${least} to ${most} characters` : null;
