/** A booking as it is typed. */
export type Booking = {
  pays: boolean;
  /** `chosen`, or a team or an event with its id. */
  whose: string;
  raiderIds: string[];
  points: string;
  gp: string;
  awardId: string;
  itemId: string;
  buyer: string;
  price: string;
  remembers: boolean;
  reason: string;
};

export type NamedRaider = { id: string; label: string };
