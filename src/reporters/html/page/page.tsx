import { brokenBy } from '../../view/verdict.ts';
import { Capacity } from '../capacity/capacity.tsx';
import { Exchanges } from '../exchanges/exchanges.tsx';
import { Limits } from '../limits/limits.tsx';
import type { Report } from '../report.ts';
import { Besides } from '../requirements/besides.tsx';
import { Breaches } from '../requirements/breaches.tsx';
import { Observations } from '../requirements/observations.tsx';
import { Requirements } from '../requirements/requirements.tsx';
import { capital } from '../text.ts';
import { IconShapes } from './icon.tsx';
import { Navigation } from './navigation.tsx';
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
        <Capacity result={report.result} />
        <Breaches
          report={report}
          status="failed"
          id="failed"
          title="Failed"
          lead={`${capital(brokenBy(report.result))}.`}
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
        {report.result.capacity === undefined && <Exchanges report={report} />}
        <Run report={report} />
      </main>
    </>
  );
}
