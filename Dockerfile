# storecheck and the pinned k6. The image downloads nothing when it runs.
#   docker build --tag storecheck .
#   docker run --rm --user "$(id -u):$(id -g)" --read-only --volume "$PWD/reports:/work/reports" --env STORE_API_KEY_FREE storecheck check --base-url https://…/v1
# To pin the base images by digest, pass them as build arguments: docs/ci.md.
ARG GO_IMAGE=golang:1.25-bookworm
ARG NODE_IMAGE=node:20-slim

FROM ${GO_IMAGE} AS k6
WORKDIR /k6
COPY load/k6/ ./
COPY load/k6-licences.sh /
RUN export CGO_ENABLED=0 GOWORK=off \
    && go build -mod=readonly -trimpath "-ldflags=-s -w" -o /out/k6 go.k6.io/k6/v2 \
    && bash /k6-licences.sh /out/licences

FROM ${NODE_IMAGE} AS build
WORKDIR /storecheck
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY build.mjs tsconfig.json ./
COPY docs/animal-store-service.md docs/
COPY load/ load/
COPY src/ src/
COPY suites/ suites/
RUN node build.mjs

FROM ${NODE_IMAGE}
COPY --from=k6 /out/k6 /usr/local/bin/k6
COPY --from=k6 /out/licences/ /usr/share/doc/storecheck/k6/
COPY LICENSE /usr/share/doc/storecheck/
COPY --from=build /storecheck/dist/ /opt/storecheck/
# Any user may run the image, also with a read-only root file system: it writes only to the three volumes. /state records what each key has used of its day (hashes of keys, never keys).
RUN chmod 755 /opt/storecheck/storecheck.cjs \
    && ln -s /opt/storecheck/storecheck.cjs /usr/local/bin/storecheck \
    && mkdir -p /work/reports /state \
    && chmod 1777 /work /work/reports /state /tmp
ENV HOME=/state XDG_STATE_HOME=/state K6_BIN=/usr/local/bin/k6
# A number, so that Kubernetes can verify that it is not root.
USER 10001:10001
WORKDIR /work
VOLUME ["/work/reports", "/state", "/tmp"]
ENTRYPOINT ["storecheck"]
CMD ["--help"]
