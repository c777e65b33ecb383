import { z } from 'zod';
import { readDocument } from './read-document.ts';
import type { SimReport } from './sim-report.ts';
import { droptimizerReport, upgradeReport } from './sim-report.ts';

const isRaidbots = (document: unknown) => typeof document === 'object' && document !== null && 'simbot' in document;

/** A pasted `data.json` of Raidbots, or a report of QE Live. Throws `FormatError`. */
export function readSim(text: string): SimReport {
  const document = readDocument(text, z.unknown(), 'a report');
  return isRaidbots(document) ? droptimizerReport(document) : upgradeReport(document);
}
