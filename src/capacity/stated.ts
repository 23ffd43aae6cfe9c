/** A number and where it comes from (`the document`, `storecheck.yaml`, `--change`): a projection is only as good as its origins. */
export interface Stated {
  readonly value: number;
  readonly origin: string;
}
