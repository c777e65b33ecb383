/** Thrown where the world has no such subject (`missing`) or the game would not allow the change (`conflict`). */
export class WorldRefusal extends Error {
  readonly reason: 'missing' | 'conflict';

  constructor(reason: WorldRefusal['reason'], message: string) {
    super(message);
    this.name = 'WorldRefusal';
    this.reason = reason;
  }
}
