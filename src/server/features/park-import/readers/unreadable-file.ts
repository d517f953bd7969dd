/** The file is in no supported format or of no known source; the message is shown in the terminal. */
export class UnreadableFile extends Error {}
