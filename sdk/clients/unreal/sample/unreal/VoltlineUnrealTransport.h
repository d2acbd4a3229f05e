#pragma once

#include "CoreMinimal.h"
#include "HttpModule.h"
#include "Interfaces/IHttpRequest.h"
#include "Interfaces/IHttpResponse.h"

#include "VoltlineClient.h"

/** Sends Voltline's requests through Unreal's HTTP module. Callbacks run on the game thread. */
class FVoltlineUnrealTransport : public voltline::Transport
{
public:
    void send(const std::string& Url, const std::string& ApiKey, const std::string& JsonBody,
              std::function<void(int, const std::string&)> Done) override
    {
        auto Request = FHttpModule::Get().CreateRequest();
        Request->SetURL(UTF8_TO_TCHAR(Url.c_str()));
        Request->SetVerb(JsonBody.empty() ? TEXT("GET") : TEXT("POST"));
        Request->SetHeader(TEXT("X-Api-Key"), UTF8_TO_TCHAR(ApiKey.c_str()));
        if (!JsonBody.empty())
        {
            Request->SetHeader(TEXT("Content-Type"), TEXT("application/json"));
            Request->SetContentAsString(UTF8_TO_TCHAR(JsonBody.c_str()));
        }
        Request->OnProcessRequestComplete().BindLambda(
            [Done](FHttpRequestPtr, FHttpResponsePtr Response, bool bAnswered)
            {
                if (!bAnswered || !Response.IsValid()) return Done(0, "");
                Done(Response->GetResponseCode(), std::string(TCHAR_TO_UTF8(*Response->GetContentAsString())));
            });
        Request->ProcessRequest();
    }
};
