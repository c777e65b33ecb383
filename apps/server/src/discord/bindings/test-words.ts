import type { InEveryLanguage, Language } from '../words/languages.ts';

/** The test post: its text, and the button that shows whether presses arrive. */
type TestWords = { text: string; button: string };

const WORDS: InEveryLanguage<TestWords> = {
  en: { text: 'Test: this guild’s events will appear here.', button: 'Press to test' },
  de: { text: 'Test: Hier erscheinen künftig die Termine dieser Gilde.', button: 'Zum Testen drücken' },
  es: { text: 'Prueba: aquí aparecerán los eventos de esta hermandad.', button: 'Pulsa para probar' },
  fr: { text: 'Essai : les événements de cette guilde apparaîtront ici.', button: 'Appuyer pour essayer' },
  pt: { text: 'Teste: os eventos desta guilda aparecerão aqui.', button: 'Toque para testar' },
  ru: { text: 'Проверка: здесь будут появляться события этой гильдии.', button: 'Нажмите для проверки' },
};

export const testWords = (language: Language): TestWords => WORDS[language];
