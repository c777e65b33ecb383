/** Thrown when the subject does not exist (`missing`) or the game would not allow the change (`conflict`). */
export class WorldRefusal extends Error {
  readonly reason: 'missing' | 'conflict';

  constructor(reason: WorldRefusal['reason'], message: string) {
    super(message);
    this.name = 'WorldRefusal';
    this.reason = reason;
  }
}
