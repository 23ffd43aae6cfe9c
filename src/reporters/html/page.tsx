import { Besides } from './besides.tsx';
import { Breaches } from './breaches.tsx';
import { Exchanges } from './exchanges.tsx';
import { IconShapes } from './icon.tsx';
import { Limits } from './limits.tsx';
import { Navigation } from './navigation.tsx';
import { Observations } from './observations.tsx';
import type { Report } from './report.ts';
import { Requirements } from './requirements.tsx';
import { Run } from './run.tsx';
import { VerdictHead } from './verdict-head.tsx';

/** The report, in the order of its readers' questions. */
export function Page({ report }: { readonly report: Report }) {
  return (
    <>
      <a class="skip" href="#verdict">
        Skip to the verdict
      </a>
      <IconShapes />
      <Navigation report={report} />
      <main>
        <VerdictHead report={report} />
        <Breaches
          report={report}
          status="failed"
          id="failed"
          title="Failed"
          lead="The document states it, the service does otherwise."
        />
        <Besides report={report} />
        <Breaches
          report={report}
          status="waived"
          id="waived"
          title="Accepted"
          lead="Broken all the same: somebody answers for each until a date, and only the gate opens."
        />
        <Limits report={report} />
        <Breaches
          report={report}
          status="warned"
          id="warnings"
          title="Warnings"
          lead="An RFC or good practice states it, the document does not. These do not fail the run by themselves."
        />
        <Requirements report={report} />
        <Observations report={report} />
        <Exchanges report={report} />
        <Run report={report} />
      </main>
    </>
  );
}
