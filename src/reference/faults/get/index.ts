import type { Fault } from '../../variant.ts';
import { createdNotFound } from './created-not-found.ts';
import { deprecationAfterSunset } from './deprecation-after-sunset.ts';
import { deprecationBareNumber } from './deprecation-bare-number.ts';
import { deprecationHttpDate } from './deprecation-http-date.ts';
import { deprecationTrue } from './deprecation-true.ts';
import { firstAnimalAlways } from './first-animal-always.ts';
import { gotAs203 } from './got-as-203.ts';
import { gotCategoryAsDouble } from './got-category-as-double.ts';
import { gotCategoryAsInt32 } from './got-category-as-int32.ts';
import { gotIdAsString } from './got-id-as-string.ts';
import { gotInList } from './got-in-list.ts';
import { gotNameInCapitals } from './got-name-in-capitals.ts';
import { gotStatusMovedOn } from './got-status-moved-on.ts';
import { gotWithNullStatus } from './got-with-null-status.ts';
import { gotWithoutCategory } from './got-without-category.ts';
import { gotWithoutId } from './got-without-id.ts';
import { gotWithoutName } from './got-without-name.ts';
import { gotWithoutStatus } from './got-without-status.ts';
import { gotWrapped } from './got-wrapped.ts';
import { listedNotFound } from './listed-not-found.ts';
import { lookedUpAsDouble } from './looked-up-as-double.ts';
import { newestAnimalForUnknownId } from './newest-animal-for-unknown-id.ts';
import { noDeprecationSignal } from './no-deprecation-signal.ts';
import { notFoundAboveDouble } from './not-found-above-double.ts';
import { notFoundAboveInt32 } from './not-found-above-int32.ts';
import { notFoundIs204 } from './not-found-is-204.ts';
import { notFoundIs400 } from './not-found-is-400.ts';
import { notFoundIs403 } from './not-found-is-403.ts';
import { notFoundIs410 } from './not-found-is-410.ts';
import { notFoundIs500 } from './not-found-is-500.ts';
import { notFoundIsEmptyList } from './not-found-is-empty-list.ts';
import { notFoundIsEmptyObject } from './not-found-is-empty-object.ts';
import { notFoundIsNull } from './not-found-is-null.ts';
import { notFoundIsPage } from './not-found-is-page.ts';
import { notFoundIsRedirect } from './not-found-is-redirect.ts';
import { notFoundIsSoft } from './not-found-is-soft.ts';
import { notFoundWithoutBody } from './not-found-without-body.ts';
import { removedEarly301 } from './removed-early-301.ts';
import { removedEarly404 } from './removed-early-404.ts';
import { removedEarly410 } from './removed-early-410.ts';
import { sunsetAYearLate } from './sunset-a-year-late.ts';
import { sunsetDayAndMonthSwapped } from './sunset-day-and-month-swapped.ts';
import { sunsetIsoDate } from './sunset-iso-date.ts';
import { sunsetStructuredDate } from './sunset-structured-date.ts';
import { sunsetUnixTime } from './sunset-unix-time.ts';

export const getFaults: readonly Fault[] = [
  createdNotFound,
  listedNotFound,
  notFoundAboveDouble,
  notFoundAboveInt32,
  lookedUpAsDouble,
  firstAnimalAlways,
  newestAnimalForUnknownId,
  gotWithoutStatus,
  gotWithNullStatus,
  gotWithoutCategory,
  gotWithoutName,
  gotWithoutId,
  gotIdAsString,
  gotCategoryAsDouble,
  gotCategoryAsInt32,
  gotNameInCapitals,
  gotStatusMovedOn,
  gotWrapped,
  gotInList,
  gotAs203,
  notFoundIsNull,
  notFoundIsEmptyObject,
  notFoundIsEmptyList,
  notFoundIsSoft,
  notFoundIs204,
  notFoundIs400,
  notFoundIs403,
  notFoundIs410,
  notFoundIs500,
  notFoundIsRedirect,
  notFoundWithoutBody,
  notFoundIsPage,
  removedEarly410,
  removedEarly404,
  removedEarly301,
  sunsetAYearLate,
  sunsetDayAndMonthSwapped,
  sunsetIsoDate,
  sunsetUnixTime,
  sunsetStructuredDate,
  deprecationTrue,
  deprecationHttpDate,
  deprecationBareNumber,
  deprecationAfterSunset,
  noDeprecationSignal,
];
