import { violated } from '../../view/verdict.ts';
import { Capacity } from '../capacity/capacity.tsx';
import { Exchanges } from '../exchanges/exchanges.tsx';
import { Limits } from '../limits/limits.tsx';
import type { Report } from '../report.ts';
import { Failures } from '../requirements/failures.tsx';
import { Gate } from '../requirements/gate.tsx';
import { Observations } from '../requirements/observations.tsx';
import { Requirements } from '../requirements/requirements.tsx';
import { capital } from '../text.ts';
import { IconShapes } from './icon.tsx';
import { Navigation } from './navigation.tsx';
import { Run } from './run.tsx';
import { VerdictHead } from './verdict-head.tsx';

/** The report, in the order of its readers' questions. */
export function Page({ report }: { readonly report: Report }) {
  const { result, failed, waived, warnings } = report.summary;
  return (
    <>
      <a class="skip" href="#verdict">
        Skip to the verdict
      </a>
      <IconShapes />
      <Navigation report={report} />
      <main>
        <VerdictHead report={report} />
        <Capacity result={result} />
        <Failures
          report={report}
          causes={failed}
          status="failed"
          id="failed"
          title="Failed"
          lead={`${capital(violated(result))}.`}
        />
        <Gate report={report} />
        <Failures
          report={report}
          causes={waived}
          status="waived"
          id="waived"
          title="Waived"
          lead="Known violations that a waiver accepts until a date. They do not fail the run."
        />
        <Limits report={report} />
        <Failures
          report={report}
          causes={warnings}
          status="warning"
          id="warnings"
          title="Warnings"
          lead="An RFC or good practice states it, the specification does not. These do not fail the run by themselves."
        />
        <Requirements report={report} />
        <Observations report={report} />
        {result.capacity === undefined && <Exchanges report={report} />}
        <Run report={report} />
      </main>
    </>
  );
}
