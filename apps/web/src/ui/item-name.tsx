import type { ItemRef } from '@guildhall/contracts/item.ts';
import styles from './item-name.module.css';

/** The name of an item in the colour of its quality. */
export const ItemName = ({ of }: { of: ItemRef }) => (
  <b className={styles.name} data-quality={of.quality}>
    {of.name}
  </b>
);
