import { Resolver } from 'node:dns/promises';

/** Reads the texts that a domain's owner published, or throws if nobody answers. */
export interface DomainRecords {
  findTexts(domain: string): Promise<string[]>;
}

/** TXT records of the DNS, from the given servers or the system's. */
export class DnsDomainRecords implements DomainRecords {
  constructor(private readonly servers: string[]) {}

  async findTexts(domain: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (this.servers.length > 0) resolver.setServers(this.servers);
    try {
      const records = await resolver.resolveTxt(domain);
      return records.map((parts) => parts.join(''));
    } catch (error) {
      if (['ENODATA', 'ENOTFOUND'].includes((error as { code?: string }).code ?? '')) return [];
      throw error;
    }
  }
}
