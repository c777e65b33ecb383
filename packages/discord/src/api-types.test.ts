/** Compares what we read and send with Discord's documented types; the type checker does the work. */
import type {
  APIApplicationCommandAutocompleteInteraction,
  APIChatInputApplicationCommandInteraction,
  APIGuild,
  APIGuildMember,
  APIInteractionResponse,
  APIMessage,
  APIMessageComponentInteraction,
  APIModalSubmitInteraction,
  APIModalSubmitStringSelectComponent,
  APIModalSubmitTextInputComponent,
  APIPingInteraction,
  APIRole,
  APITextChannel,
  APIUser,
  RESTPatchAPIChannelMessageJSONBody,
  RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { Interaction, InteractionAnswer } from './interaction.ts';
import type { ServerRole } from './roles.ts';
import type { Member, Message, OutgoingMessage, Server, TextChannel, User } from './schemas.ts';

test('our schemas accept the types that Discord documents', () => {
  expectTypeOf<APIUser>().toExtend<z.input<typeof User>>();
  expectTypeOf<APIGuildMember>().toExtend<z.input<typeof Member>>();
  expectTypeOf<APIGuild>().toExtend<z.input<typeof Server>>();
  expectTypeOf<APIRole>().toExtend<z.input<typeof ServerRole>>();
  expectTypeOf<APITextChannel>().toExtend<z.input<typeof TextChannel>>();
  expectTypeOf<APIMessage>().toExtend<z.input<typeof Message>>();
});

test('our schema reads every interaction that we subscribe to', () => {
  type Read = z.input<typeof Interaction>;
  expectTypeOf<APIPingInteraction>().toExtend<Read>();
  expectTypeOf<APIChatInputApplicationCommandInteraction>().toExtend<Read>();
  expectTypeOf<APIApplicationCommandAutocompleteInteraction>().toExtend<Read>();
  expectTypeOf<APIMessageComponentInteraction>().toExtend<Read>();
  // The fields of our forms stand in labels; older forms had rows.
  type Form = Extract<Read, { type: 5 }>;
  type Field = NonNullable<Form['data']['components'][number]['component']>;
  expectTypeOf<Omit<APIModalSubmitInteraction, 'data'>>().toExtend<Omit<Form, 'data'>>();
  expectTypeOf<APIModalSubmitTextInputComponent | APIModalSubmitStringSelectComponent>().toExtend<Field>();
});

test('Discord’s types accept what we send', () => {
  expectTypeOf<OutgoingMessage>().toExtend<RESTPostAPIChannelMessageJSONBody>();
  expectTypeOf<OutgoingMessage>().toExtend<RESTPatchAPIChannelMessageJSONBody>();
  expectTypeOf<InteractionAnswer>().toExtend<APIInteractionResponse>();
});
