import { Command, Option } from 'commander';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { type BoundOptions, withBoundOptions } from '../options/bounds.ts';
import { collect, type ReportingOptions, withReportingOptions } from '../options/options.ts';
import type { InstanceOptions } from './read-instances.ts';

export interface CapacityOptions extends ReportingOptions, BoundOptions, InstanceOptions {
  readonly target?: string;
  readonly config?: string;
  readonly baseUrl?: string;
  readonly proxy?: string;
  readonly ca?: string;
  readonly key: string[];
  readonly subscribers: string[];
  readonly active: string[];
  readonly use: string[];
  readonly change: string[];
  readonly mix?: string;
  readonly p50?: string;
  readonly p95?: string;
  readonly p99?: string;
  readonly errors?: string;
  readonly steps: string;
  readonly stepDuration: string;
  readonly enterprisePerMinute?: string;
  readonly enterprisePerDay?: string;
  readonly window?: string;
  readonly timeout?: string;
  readonly allowLoad?: boolean;
  readonly allowWrites?: boolean;
  readonly confirmHost?: string;
  readonly dryRun?: boolean;
  readonly out?: string;
  readonly k6?: string;
  readonly compare?: string;
}

const each = (flags: string, description: string) =>
  new Option(flags, `${description}; repeatable`).argParser(collect).default([]);

export function capacityOptions(): Command {
  const command = withBoundOptions(new Command('capacity'))
    .option('--target <name>', 'a target of storecheck.yaml')
    .option('--base-url <url>', 'the deployed service, path prefix included: https://staging.example.com/v1')
    .option('--config <file>', 'the configuration (default: storecheck.yaml in this folder, where there is one)')
    .addOption(
      each(
        '--key <plan=source>',
        `keys by their source, env:NAME or file:PATH (one key a line); ${PLAN_NAMES.join(', ')}`,
      ),
    )
    .addOption(each('--change <plan=n>', 'the limit a minute that a plan is to get'))
    .addOption(each('--subscribers <plan=n>', 'customers on a plan'))
    .addOption(each('--active <plan=share>', 'the share of them that is active at the peak, e.g. pro=0.3'))
    .addOption(each('--use <plan=share>', 'the share of its limit that an active customer uses'))
    .option('--mix <op=share,…>', 'the requests: list=0.85,get=0.15,create=0')
    .option('--p50 <duration>', 'objective: half of the requests are answered within, e.g. 100ms')
    .option('--p95 <duration>', 'objective, e.g. 300ms')
    .option('--p99 <duration>', 'objective, e.g. 800ms')
    .option('--errors <percent>', 'objective: the largest share of requests that may fail, e.g. 0.1%')
    .option('--steps <percent,…>', 'of the projected peak', '50,75,100,125,150')
    .option('--step-duration <seconds>', 'how long each step is measured', '30')
    .option('--enterprise-per-minute <n>', "the contract's number for enterprise keys")
    .option('--enterprise-per-day <n>', "the contract's number for enterprise keys")
    .option(
      '--window <seconds>',
      'the length of the "minute" of the keys, where a test deployment has a shorter one (default: 60)',
    )
    .option('--timeout <seconds>', 'how long one request may take (default: 10)')
    .option('--proxy <url>', 'the proxy to go through; variables such as HTTPS_PROXY are not read')
    .option('--ca <file>', "certificates (PEM) of an own authority, besides Node's")
    .option('--allow-load', 'offer load to a host that is not loopback')
    .option('--allow-writes', 'create animals as the mix says (they stay: the service cannot delete); else reads only')
    .option('--confirm-host <host>', "the target's host once more: with --allow-load or --allow-writes on production")
    .option('--compare <results>', 'an earlier run (its folder or results.json): what changed, and what may be chance')
    .option('--segments <i/n>', 'offer one of n shares on this machine, e.g. 2/3; judge merges the journals of all')
    .option('--start-at <moment>', 'with --segments: when all machines begin, e.g. 2026-11-21T12:05:00Z')
    .option('--distribute <name>', 'write the manifests for a cluster instead of sending anything: k6-operator')
    .option('--parallelism <n>', 'with --distribute: how many pods share the load')
    .option('--dry-run', 'print the projection and what it costs, and send nothing')
    .option('--out <dir>', "the run's folder (default: reports/<run-id>)")
    .option('--k6 <path>', 'the k6 to use (default: K6_BIN, PATH, the cache, or built once with Go)');
  return withReportingOptions(command);
}
