/** “Who is erased frees places”: readers must translate such a sentence before they understand it. */
export const TWISTED =
  /(?:^|[.;!?] )(?:(?:Only )?who|Whoever|What|Whatever|Whom|Whose|Of (?:who|what|which)\w*)\b(?![^.]*\?)/i;
