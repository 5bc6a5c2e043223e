#!/usr/bin/env bash
# Rolls a release out: first what it runs before its services, which must complete, then the workloads one replica at a time. A step that
# fails ends it and leaves the old release serving.
# Usage: k8s/roll-out.sh OVERLAY VERSION
set -euo pipefail
overlay=${1:?OVERLAY VERSION} version=${2:?OVERLAY VERSION}
cd "$(dirname "${BASH_SOURCE[0]}")/overlays/$overlay"
namespace=$(sed -n 's/^namespace: //p' kustomization.yaml)

sed -i.bak "s/newTag: .*/newTag: '$version'/" images/kustomization.yaml && rm images/kustomization.yaml.bak

kubectl apply -f namespace.yaml
# A job cannot be changed: the one of the release before makes room.
kubectl delete jobs --namespace "$namespace" --selector app.kubernetes.io/name=release --ignore-not-found
# What the jobs need: settings, secrets and, in the overlay `local`, the stores.
kubectl apply -k release --selector 'walkon.example/step notin (1, 2)'
for store in $(kubectl get deployments --namespace "$namespace" --selector walkon.example/step=0 --output name); do
  kubectl rollout status --namespace "$namespace" --timeout=15m "$store"
done
# Before the migrations, whose roles and schemas they make.
kubectl apply -k release --selector walkon.example/step=1
kubectl wait --namespace "$namespace" --for=condition=complete --timeout=30m jobs --selector walkon.example/step=1
kubectl apply -k release
kubectl wait --namespace "$namespace" --for=condition=complete --timeout=30m jobs --selector app.kubernetes.io/name=release

kubectl apply -k .
for deployment in $(kubectl get deployments --namespace "$namespace" --selector app.kubernetes.io/part-of=walkon --output name); do
  kubectl rollout status --namespace "$namespace" --timeout=15m "$deployment"
done
